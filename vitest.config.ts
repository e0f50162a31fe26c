import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  // A user's part imports "agonlab"; in tests that is the source.
  resolve: { alias: { agonlab: fileURLToPath(new URL("src/index.ts", import.meta.url)) } },
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    pool: "forks",
    setupFiles: ["test/property-seed.ts", "test/own-state.ts"],
    globalSetup: ["test/shared-services.ts"],
    // One module graph a worker: to load it for each of 350 files is a fifth of the time. Tests leave no state behind.
    isolate: false,
    unstubEnvs: true,
    // Most objects of a test live for moments: with room for more of them, fewer are moved before they die.
    execArgv: ["--max-semi-space-size=32"],
    // What is built is loaded as Node loads it.
    server: { deps: { external: [/\/dist\//] } },
    // A limit ends what hangs, on any machine; it measures nothing.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    // Its default leaves a core idle, which on two cores is half of them.
    maxWorkers: availableParallelism(),
  },
});
