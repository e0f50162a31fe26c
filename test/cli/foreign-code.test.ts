// A run from another person: its code is loaded only where this user has run something, or has said so.

import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
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
  rmSync(join(foreign, "loaded"));
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
      `agon: FOLDER/.agon/${run} loads FOLDER/quiet.js, and this user has run nothing in its folder; code can do what its user can: look at it, then agon report FOLDER/.agon/${run} --trust\n`,
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
  ["{ policy: program, command: [node, player.js] }", 'starts ["node","player.js"]'],
  [
    "{ policy: llm, model: m, endpoint: http://127.0.0.1:1/v1, key: HOME, replay: none.jsonl }",
    "sends the key in HOME to http://127.0.0.1:1/v1",
  ],
])("to resume a run that came with %s asks first", async (agents, deed) => {
  const { foreign } = shared();
  const { checkedJson, parseChecked } = await import("../../src/core/checksum.ts");
  const { parse } = await import("yaml");
  const file = join(foreign, ".agon", run, "run.json");
  const record = parseChecked(readFileSync(file, "utf8"));
  const [variant] = Array.isArray(record.variants) ? record.variants : [];
  const described = { ...variant, description: { ...variant.description, agents: parse(agents) } };
  writeFileSync(file, checkedJson({ ...record, variants: [described] }));
  const complaint = await complaintOf("resume latest", { cwd: foreign });
  expect(complaint).toContain(`${deed}, and this user has run nothing in its folder`);
});
