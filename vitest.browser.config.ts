import { defineConfig } from "vitest/config";

/** Tests in a real browser, against the real server; a machine without Chromium fails them and says so. */
export default defineConfig({
  test: {
    include: ["test/browser/**/*.test.ts"],
    environment: "node",
    // One at a time: each starts a server and a browser of its own.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 300_000,
    teardownTimeout: 20_000,
  },
});
