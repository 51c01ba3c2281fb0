import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "tools/**/*.test.ts", "web/**/*.test.ts"],
    // Fixtures are data, also those that look like tests.
    // Those in test/browser need one: `npm run test:e2e`.
    exclude: ["**/node_modules/**", "test/fixtures/**", "test/golden/**", "test/browser/**"],
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
