import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  // A user's part imports "agon"; in tests that is the source.
  resolve: { alias: { agon: fileURLToPath(new URL("src/index.ts", import.meta.url)) } },
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    pool: "forks",
    setupFiles: ["test/property-seed.ts"],
    testTimeout: 120_000,
  },
});
