import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { fastTests } from "./test/fast-tests.ts";
import { StrayFiles } from "./test/stray-files.ts";
import { codeHashes, PassedTests, unchangedTests } from "./test/unchanged-tests.ts";

// A whole run records which tests of code pass; without a suite, the files that are named run in any case.
const suite = process.env.AGON_SUITE;
const isWhole = suite === "changed" || suite === "all";
const hashes = suite === undefined ? {} : codeHashes();

export default defineConfig({
  // A user's part imports "agonlab"; in tests that is the source.
  resolve: { alias: { agonlab: fileURLToPath(new URL("src/index.ts", import.meta.url)) } },
  test: {
    include: suite === "fast" ? fastTests() : ["src/**/*.test.ts", "test/**/*.test.ts"],
    exclude: [...configDefaults.exclude, ...(suite === "all" ? [] : unchangedTests(hashes))],
    reporters: ["default", new StrayFiles(), ...(isWhole ? [new PassedTests(hashes)] : [])],
    pool: "forks",
    setupFiles: ["test/property-seed.ts", "test/own-state.ts"],
    globalSetup: ["test/shared-services.ts"],
    // One module graph a worker: to load it for each of 350 files is a fifth of the time. Tests leave no state behind.
    isolate: false,
    unstubEnvs: true,
    // Most objects of a test live for moments: with room for more of them, fewer are moved before they die.
    execArgv: ["--max-semi-space-size=32"],
    // Modules that have not changed are kept as the runner reads them, by what they hold.
    experimental: { fsModuleCache: true },
    // What is built is loaded as Node loads it.
    server: { deps: { external: [/\/dist\//] } },
    // A limit ends what hangs, on any machine; it measures nothing.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    // Two more than cores: tests of clusters, servers and pages wait for other processes.
    maxWorkers: availableParallelism() + 2,
  },
});
