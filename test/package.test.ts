// The package as its users get it: packed, unpacked outside the repository beside nothing but its declared dependencies,
// and used from an empty folder. No registry is asked.

import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { exampleFiles, exampleOf } from "../src/lab/examples/examples.ts";
import { agon, contents, root, scratch } from "./cli/agon.ts";
import { start } from "./cli/process.ts";

/** The most seconds of examples that run here; the others take longer, and are only listed and read. */
const QUICK = 3;

// On some systems the folder of temporary files is a link, and modules are known by where they truly lie.
const home = realpathSync(mkdtempSync(join(tmpdir(), "agon-package-")));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const inside = join(home, "node_modules/agonlab");
const manifest = z.object({
  version: z.string(),
  bin: z.record(z.string(), z.string()),
  scripts: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()),
});

/** Packs, and does what `npm install TARBALL` does. */
function install(): { readonly size: number; readonly package: z.output<typeof manifest> } {
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  execFileSync(npm, ["pack", "--ignore-scripts", "--silent", "--pack-destination", home], { cwd: root });
  const [tarball] = readdirSync(home).filter((name) => name.endsWith(".tgz"));
  mkdirSync(dirname(inside), { recursive: true });
  execFileSync("tar", ["-xzf", tarball, "-C", "node_modules"], { cwd: home });
  renameSync(join(home, "node_modules/package"), inside);
  const parsed = manifest.parse(JSON.parse(readFileSync(join(inside, "package.json"), "utf8")));
  const links = [
    ...Object.keys(parsed.dependencies).map((name) => [name, join(root, "node_modules", name)]),
    ...Object.entries(parsed.bin).map(([name, file]) => [join(".bin", name), join(inside, file)]),
  ];
  for (const [name, target] of links) {
    mkdirSync(dirname(join(home, "node_modules", name)), { recursive: true });
    symlinkSync(target, join(home, "node_modules", name));
  }
  return { size: statSync(join(home, tarball)).size, package: parsed };
}

const installed = install();
const before = contents(inside);
const names = Object.keys(before);
const main = join(inside, installed.package.bin.agon);
const ids = [...exampleFiles().keys()];

test("it holds the program, the manual and the examples, and neither tests nor maps of sources", () => {
  const pages = [
    "README.md",
    "LICENSE",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "CITATION.cff",
    "docs/reference/experiment.md",
    "python/src/agonlab/hosting/__main__.py",
    "python/src/agonlab/scoring/__main__.py",
  ];
  for (const name of [...pages, "dist/index.d.ts"]) expect(names).toContain(name);
  expect(names, "dist-manual is missing: npm run docs").toContain("dist-manual/index.html");
  expect(names.filter((name) => /^(docs\/)?\./.test(name))).toEqual([]);
  expect(names.filter((name) => /\.(test|map)\b|^test/.test(name))).toEqual([]);
  expect(names.filter((name) => name.startsWith("src/") && !name.endsWith("README.md"))).toEqual([]);
  const scripts = names.filter((name) => name.endsWith(".js"));
  expect(scripts.filter((name) => readFileSync(join(inside, name), "utf8").includes("sourceMappingURL"))).toEqual([]);
  // Records of every study are part of it.
  expect(installed.size).toBeLessThan(9e6);
});

test("pages of the manual link to no page that is left out", () => {
  const dead = names
    .filter((name) => name.endsWith(".md"))
    .flatMap((page) =>
      [...readFileSync(join(inside, page), "utf8").matchAll(/\]\(([^)#\s:]+\.md)(?:#[^)]*)?\)/g)]
        .filter(([, link]) => !existsSync(resolve(inside, dirname(page), link)))
        .map(([, link]) => `${page} links to ${link}`),
    );
  expect(dead).toEqual([]);
});

test("installing it builds nothing", () => {
  for (const name of ["preinstall", "install", "postinstall"])
    expect(Object.keys(installed.package.scripts)).not.toContain(name);
});

test.each(["agon", "agonlab"])("the command %s says the version", (name) => {
  const command = join(home, "node_modules/.bin", name);
  expect(execFileSync(command, ["--version"], { encoding: "utf8" })).toBe(`${installed.package.version}\n`);
});

test("every example is listed and says what it asks, what is found, how long it takes, and its schema", async () => {
  const listed: unknown = JSON.parse((await start(["examples", "--json"], { cwd: scratch(), main }).done).stdout);
  expect(listed).toEqual(
    ids.map((id) => {
      const { kind, seconds, asks, file } = exampleOf(id);
      return { id, kind, seconds, asks, file: join(inside, file.slice(root.length)) };
    }),
  );
  for (const id of ids) {
    const { seconds, asks, text, file } = exampleOf(id);
    expect(asks, id).toMatch(/^[A-Z].{10,99}\?$/);
    expect(text, id).toMatch(/^# Found: /m);
    expect(seconds, id).toBeGreaterThan(0);
    const [, schema] = /^# yaml-language-server: \$schema=(.*)$/m.exec(text) ?? [];
    const place = join(inside, file.slice(root.length));
    expect(resolve(dirname(place), schema), id).toBe(join(inside, "schema/experiment.schema.json"));
  }
});

test("all that lies beside an example is in it", () => {
  const beside = readdirSync(join(root, "examples"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)));
  expect(beside.filter((name) => !names.includes(name))).toEqual([]);
});

// Without files of their own, examples run as they do in the repository.
const READS_FILES = /: (\.\/)?[\w./-]+\.(csv|js|jsonl|ts|yaml)\b/;
const quick = ids.filter(
  (id) => exampleOf(id).seconds <= QUICK && (id === "alliance" || READS_FILES.test(exampleOf(id).text)),
);
test.each(quick)("agon run %s, from an empty folder", async (id) => {
  const folder = scratch();
  // One has a thread of the installed copy at work, and parts of one's own import it: both take a process.
  const [isThreaded, hasParts] = [id === "alliance", /: \.\.?\//m.test(exampleOf(id).text)];
  const args = ["run", id, "--seeds", "1", "--set", "episodes=1", "--workers", isThreaded ? "1" : "0", "--json"];
  const { code, stdout, stderr } = await (hasParts || isThreaded
    ? start(args, { cwd: folder, main }).done
    : agon(args, { cwd: folder, main }));
  expect(code, stderr).toBe(0);
  expect(JSON.parse(stdout).variants.length).toBeGreaterThan(1);
  expect(readdirSync(folder)).toEqual([".agon"]);
});

test("the types of the package are found from a copy of an example", async () => {
  const folder = join(home, "typed");
  mkdirSync(folder);
  expect((await start(["examples", "copy", "fishery", "."], { cwd: folder, main }).done).code).toBe(0);
  const options = { module: "nodenext", target: "es2022", strict: true, noEmit: true, skipLibCheck: true, types: [] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, include: ["*.ts"] }));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(
    join(folder, "wrong.ts"),
    'import { z } from "agonlab";\nexport const one: string = z.int().parse(1);\n',
  );
  // The example's files are right by these types, and this one is not.
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const { status, stdout } = spawnSync(process.execPath, [tsc, "-p", "."], { cwd: folder, encoding: "utf8" });
  expect(stdout.trim().split("\n")).toEqual([
    "wrong.ts(2,14): error TS2322: Type 'number' is not assignable to type 'string'.",
  ]);
  expect(status).not.toBe(0);
});

test("nothing is written into the package, which may be read-only", async () => {
  for (const name of ["", "examples"]) chmodSync(join(inside, name), 0o555);
  const { code, stderr } = await start(["run", "bid-log", "--seeds", "1", "--workers", "0", "--json"], {
    cwd: scratch(),
    main,
  }).done;
  for (const name of ["", "examples"]) chmodSync(join(inside, name), 0o755);
  expect(code, stderr).toBe(0);
  expect(contents(inside)).toEqual(before);
});
