import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    // Fixtures are data, also those that look like tests.
    exclude: ["**/node_modules/**", "test/fixtures/**", "test/golden/**"],
    environment: "node",
    pool: "threads",
    // End-to-end tests start the real program, often several times in one test.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 10_000,
    restoreMocks: true,
    unstubEnvs: true,
  },
});
