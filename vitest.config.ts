import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  // A user's part imports "agonlab"; in tests that is the source.
  resolve: { alias: { agonlab: fileURLToPath(new URL("src/index.ts", import.meta.url)) } },
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    pool: "forks",
    setupFiles: ["test/property-seed.ts"],
    testTimeout: 120_000,
    // Its default leaves a core idle, which on two cores is half of them.
    maxWorkers: availableParallelism(),
  },
});
