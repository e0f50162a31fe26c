// What a program that imports "agonlab" gets: the examples beside the exports are right by their types, and run.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { environmentLaws, type NumericEnvironment } from "../src/index.ts";
import { root } from "./fixtures/manual.ts";

const folder = mkdtempSync(join(tmpdir(), "agon-exports-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Each group of exports with what stands behind `@example` in its comment. */
const groups = Array.from(
  readFileSync(join(root, "src/index.ts"), "utf8").matchAll(
    /^\/\*\*\n \* ([\w ]+):.*?@example\n \* ```ts\n(.*?) \* ```/gms,
  ),
  ([, name, lines], k) => ({ name, file: join(folder, `example-${k}.ts`), code: lines.replaceAll(/^ \* ?/gm, "") }),
);
for (const { file, code } of groups) writeFileSync(file, code);

test("every group has an example, and the examples are right by the types of the package", () => {
  expect(groups).toHaveLength(readFileSync(join(root, "src/index.ts"), "utf8").split("\n/**\n").length - 1);
  const compilerOptions = {
    ...{ module: "nodenext", target: "es2022", strict: true, noEmit: true, skipLibCheck: true },
    ...{ types: ["node"], typeRoots: [join(root, "node_modules/@types")] },
    paths: { agonlab: [join(root, "dist/index.d.ts")] },
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(
    join(folder, "wrong.ts"),
    'import { z } from "agonlab";\nexport const one: string = z.int().parse(1);\n',
  );
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const { stdout } = spawnSync(process.execPath, [tsc, "-p", "."], { cwd: folder, encoding: "utf8" });
  expect(stdout.trim().split("\n")).toEqual([
    "wrong.ts(2,14): error TS2322: Type 'number' is not assignable to type 'string'.",
  ]);
});

test.each(groups)("the example of $name runs", async ({ file }) => {
  expect(Object.keys(await import(file))).not.toEqual([]);
});

test("the example of a world obeys the laws of worlds", async () => {
  const { coin }: { coin: () => NumericEnvironment } = await import(groups[1].file);
  expect(environmentLaws(coin).filter(({ pass }) => !pass)).toEqual([]);
});
