// A store that a test leaves in the working folder fails the run, which names the files and the test file after which they lay there first.

import { existsSync, readdirSync, statSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";

/** What a test leaves where it has named no folder of its own for its store. */
const STRAY = ["store.json", ".agon"];

/** Names of stray files in the working folder; those in a folder have their paths in it. */
const strayFiles = (): string[] =>
  STRAY.filter((name) => existsSync(name)).flatMap((name) => [
    name,
    ...(statSync(name).isDirectory() ? readdirSync(name, { recursive: true, encoding: "utf8" }) : []),
  ]);

export class StrayFiles implements Reporter {
  readonly #before = new Set(strayFiles());
  #first: string | undefined;

  onTestModuleEnd({ moduleId }: TestModule): void {
    if (this.#first === undefined && this.#stray().length > 0) this.#first = moduleId;
  }

  onTestRunEnd(): void {
    const stray = this.#stray();
    if (stray.length === 0) return;
    console.error(`a test has written ${stray.join(", ")} into ${process.cwd()}: ${this.#first}, or one beside it`);
    process.exitCode = 1;
  }

  #stray(): string[] {
    return strayFiles().filter((name) => !this.#before.has(name));
  }
}
