// A run from another person: its code is loaded only once this user has said so, and what it says of itself is no reason.

import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { checkedJson, parseChecked } from "../../src/core/checksum.ts";
import { EXAMPLES } from "../../src/lab/experiment/own-package.ts";
import { checkedDraft, namedThing } from "../../src/lab/view/draft.ts";
import { agon, documentOf, scratch } from "./agon.ts";
import { complaintOf } from "./mistakes.ts";

const text = (agents: string): string =>
  `environment: { id: coopetition/slcd, horizon: 3 }\nagents: ${agents}\nobjective: joint.value\nseeds: 1\n`;

/** An agent whose file leaves a trace wherever it is loaded. */
const agent = `import { writeFileSync } from "node:fs";
import { defineAgent } from "agonlab";
writeFileSync(new URL("loaded", import.meta.url), "");
export default defineAgent({ summary: "quiet", make: () => () => ({ reset() {}, act: (_, action) => action.fill(1) }) });
`;

const PROGRAM = { policy: "program", command: ["sh", "-c", "touch started; cat"] };
const MODEL = { policy: "llm", model: "m", endpoint: "http://127.0.0.1:1/v1" };
const QUIET = { agents: "random" };
const questions = (file: string) => ({ id: "language/questions", file, judge: "exact" });

let own = "";
let run = "";

beforeAll(async () => {
  own = realpathSync(mkdtempSync(join(tmpdir(), "agon-")));
  writeFileSync(join(own, "e.yaml"), text("./quiet.js"));
  writeFileSync(join(own, "quiet.js"), agent);
  ({ run } = await documentOf("run e.yaml", { cwd: own }));
});
afterAll(() => rmSync(own, { recursive: true, force: true }));

/** A copy of the folder, as if it came from elsewhere. */
function shared() {
  const foreign = scratch();
  cpSync(own, foreign, { recursive: true });
  rmSync(join(foreign, "loaded"), { force: true });
  return { foreign, loaded: () => existsSync(join(foreign, "loaded")) };
}

test("a run that was computed here is reported without asking, by any process", async () => {
  expect((await agon("report latest", { cwd: own })).code).toBe(0);
  const list = join(process.env.XDG_STATE_HOME ?? "", "agon/trusted-folders.jsonl");
  expect(readFileSync(list, "utf8").split("\n")).toContain(JSON.stringify(own));
});

test("one from elsewhere is looked at without its code, and loads it once that is trusted", async () => {
  const { foreign, loaded } = shared();
  const folder = join(foreign, ".agon", run);
  for (const line of ["report latest", "export latest --format wandb --out w", "resume latest"])
    expect(await complaintOf(line, { cwd: foreign })).toBe(
      `agon: FOLDER/.agon/${run} loads FOLDER/quiet.js, and this user has not run it; code can do what its user can: look at it, then agon report FOLDER/.agon/${run} --trust\n`,
    );
  expect((await agon("list runs", { cwd: foreign })).stdout).toContain(run);
  expect((await agon("query 'select count(*) as n from episodes' --json", { cwd: foreign })).stdout).toContain("2");
  expect(loaded()).toBe(false);

  expect((await agon(`report ${folder} --trust`)).code).toBe(0);
  expect(loaded()).toBe(true);
  expect((await agon("resume latest", { cwd: foreign })).code).toBe(0);
});

test("what a page edits loads no foreign code either", async () => {
  const { foreign, loaded } = shared();
  const draft = { text: text("./quiet.js"), file: join(foreign, "e.yaml"), store: join(foreign, ".agon") };
  const { problems } = await checkedDraft(draft);
  expect(problems).toMatchObject([{ what: expect.stringContaining("this user has run nothing in its folder") }]);
  expect(await namedThing(foreign, "policy", "./quiet.js")).toBeNull();
  expect(loaded()).toBe(false);
});

test.each([
  ["{ policy: program, command: [node, player.js] }", 'is to start ["node","player.js"]'],
  [
    "{ policy: llm, model: m, endpoint: http://127.0.0.1:1/v1, key: HOME, replay: none.jsonl }",
    "is to send the key in HOME to http://127.0.0.1:1/v1",
  ],
])("to resume a run that came with %s asks first", async (agents, deed) => {
  const { foreign } = shared();
  await forged(foreign, { agents: parse(agents) });
  const complaint = await complaintOf("resume latest", { cwd: foreign });
  expect(complaint).toContain(`${deed}, and this user has not run it`);
});

/** A run whose record a stranger has changed: its description, and the folder that it says it lies in. */
async function forged(foreign: string, described: object, directory?: string): Promise<void> {
  const file = join(foreign, ".agon", run, "run.json");
  const record = parseChecked(readFileSync(file, "utf8"));
  const [variant] = Array.isArray(record.variants) ? record.variants : [];
  const variants = [{ ...variant, description: { ...variant.description, ...described } }];
  writeFileSync(file, checkedJson({ ...record, variants, ...(directory && { directory }) }));
}

test.each<[string, () => readonly [described: object, directory?: string], RegExp]>([
  ["code in a folder that is trusted", () => [{ agents: "./other.js" }, own], /loads \S+other\.js/],
  ["a program where Agon lies", () => [{ agents: PROGRAM }, EXAMPLES], /is to start \["sh"/],
  ["a program in a folder that is trusted", () => [{ agents: PROGRAM }, own], /is to start \["sh"/],
  ["a model without a key", () => [{ agents: MODEL }], /is to ask the language model at http/],
  [
    "a file outside",
    () => [{ ...QUIET, environment: questions(join(own, "quiz.csv")) }],
    /reads \S+quiz\.csv, which lies outside of/,
  ],
  [
    "a file beside a folder that is trusted",
    () => [{ ...QUIET, environment: questions("quiz.csv") }, own],
    /reads \S+quiz\.csv, which lies/,
  ],
  [
    "a file of the system",
    () => [{ ...QUIET, environment: questions("/proc/self/environ") }],
    /reads \S+environ, which lies outside of/,
  ],
])("a forged run reaches nothing: %s", async (_, forgery, complaint) => {
  const { foreign, loaded } = shared();
  writeFileSync(join(own, "other.js"), agent);
  writeFileSync(join(own, "quiz.csv"), "question,answer\nWhat?,42\n");
  rmSync(join(own, "loaded"), { force: true });
  await forged(foreign, ...forgery());
  expect(await complaintOf("resume latest", { cwd: foreign })).toMatch(complaint);
  const report = await agon("report latest", { cwd: foreign });
  expect(report.complaint).toMatch(report.code === 0 ? /^$/ : complaint);
  expect([loaded(), existsSync(join(own, "loaded")), existsSync(join(own, "started"))]).toEqual([false, false, false]);
});

test("to resume a run that names nothing makes its folder no trusted one", async () => {
  const foreign = scratch();
  writeFileSync(join(own, "plain.yaml"), text("random"));
  expect((await agon("run plain.yaml --store plain", { cwd: own })).code).toBe(0);
  cpSync(join(own, "plain"), join(foreign, ".agon"), { recursive: true });
  writeFileSync(join(foreign, "quiet.js"), agent);
  expect((await agon("resume latest", { cwd: foreign })).code).toBe(0);
  expect(await namedThing(foreign, "policy", "./quiet.js")).toBeNull();
});
