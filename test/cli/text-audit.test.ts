// Rewards of texts are audited from the command line.

import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { agon } from "./agon.ts";
import { folderWith } from "./files.ts";

const FILES = {
  "sums.jsonl": [
    { prompt: "What is 6 times 7?", answer: "42" },
    { prompt: "What is 10 less 25?", answer: "-15" },
    { prompt: "What is half of 14?", answer: "7" },
  ]
    .map((row) => JSON.stringify(row))
    .join("\n"),
  "chats.jsonl": JSON.stringify({ prompt: [{ role: "user", content: "What is 6 times 7?" }], target: "42" }),
  "texts.csv": "prompt,right\nWhat is 6 times 7?,42\n",
  "labels.csv": "prompt,completion,ok\nSay yes.,yes,maybe\n",
  "reward.js": [
    "export default (prompt, completion, fields) => (completion.includes(fields.answer) ? 1 : 0);",
    "export const words = () => 'high';",
    "export const short = (texts) => [1];",
    "export const chat = (prompt, completion, fields) => (completion.includes(fields.gold) ? 1 : 0);",
  ].join("\n"),
};

const audit = (line: string) => agon(`audit ${line} --tries 200 --planted 0`, { cwd: folderWith(FILES) });

test("a reward that looks for the right answer anywhere is gamed, with files for other programs", async () => {
  const cwd = folderWith(FILES);
  const { code, stdout } = await agon(
    "audit ./reward.js --data sums.jsonl --tries 200 --planted 2 --rows rows.jsonl --sarif log.sarif --json",
    { cwd },
  );
  expect(code).toBe(3);
  const found = JSON.parse(stdout);
  expect(found).toMatchObject({ target: "./reward.js", kind: "gamed", where: { file: "reward.js" } });
  expect(found.strength.planted).toBe(2);
  const [first] = readFileSync(join(cwd, "rows.jsonl"), "utf8").split("\n");
  expect(JSON.parse(first)).toMatchObject({
    prompt: expect.stringContaining("What"),
    completion: expect.any(String),
    mass: null,
  });
  expect(JSON.parse(readFileSync(join(cwd, "log.sarif"), "utf8")).runs[0].results.length).toBe(found.findings.length);
});

test("judges of answers are audited by their names: equals is a strict match", async () => {
  const { code, stdout } = await audit("equals --data sums.jsonl --json");
  expect(code).toBe(3);
  const { findings } = JSON.parse(stdout);
  expect(findings.map(({ fault }: { fault: string }) => fault)).toEqual(findings.map(() => "under-payment"));
  expect(findings.map(({ name }: { name: string }) => name)).toContain("the minus of typesetting");
});

test("the judge number pays no attack that stands alone, and refuses no right answer", async () => {
  const { stdout } = await agon("audit number --data sums.jsonl --tries 700 --planted 0 --json", {
    cwd: folderWith(FILES),
  });
  const names: string[] = JSON.parse(stdout).findings.map(({ name }: { name: string }) => name);
  expect(names.filter((name) => !name.includes(" with "))).toEqual([]);
});

// Stands in for the package: `load_environment(name)` returns an environment with a data set and a rubric, as verifiers 0.1 has them.
const VERIFIERS = `
class Rubric:
    def __init__(self, funcs, weights):
        self.funcs, self.weights, self.class_objects = funcs, weights, {"parser": str.strip}

class Environment:
    def __init__(self, rows, rubric):
        self.rows, self.rubric = rows, rubric

    def get_dataset(self):
        return self.rows

async def contains(completion, answer, parser, **kwargs):
    return float(answer in parser(completion[-1]["content"]))

def turns(state):
    return state["turns"]

def load_environment(name):
    if name != "my-sums":
        raise ValueError(f"Could not import '{name}' environment.")
    rows = [{"prompt": [{"role": "user", "content": f"What is {k} and {k}?"}], "answer": str(2 * k)} for k in (21, 35, 60)]
    return Environment(rows, Rubric([contains, turns], [1.0, 0.0]))
`;

test("an environment of verifiers is audited by its name, on its own tasks; what only measures an episode is not called", async () => {
  const cwd = folderWith({ "verifiers.py": VERIFIERS });
  // A confined program may have a user of its own.
  chmodSync(cwd, 0o755);
  const { code, stdout, stderr } = await agon("audit verifiers:my-sums --tries 120 --planted 0 --json", { cwd });
  expect(code, stderr).toBe(3);
  const { target, findings } = JSON.parse(stdout);
  expect(target).toBe("verifiers:my-sums");
  expect(findings[0]).toMatchObject({ fault: "over-payment", pay: 1, want: 0, honestPay: 1 });
  const { code: missing, complaint } = await agon("audit verifiers:other", { cwd });
  expect(missing).toBe(2);
  expect(complaint).toContain("Could not import 'other' environment.");
});

test("conversations and columns of other names are read", async () => {
  const { code } = await audit("./reward.js:chat --data chats.jsonl --columns gold=target --json");
  expect(code).toBe(3);
});

test.each([
  ["./reward.js --data none.jsonl", "none.jsonl"],
  ["./reward.js:default", "--data FILE"],
  ["./reward.js gsp --data sums.jsonl", "gsp is no reward of texts"],
  ["./reward.js --data texts.csv --columns gold=rigt", 'did you mean "right"?'],
  ["number --data texts.csv", "--columns gold=NAME"],
  ["choice --data sums.jsonl", "a column with the list of choices"],
  ["./reward.js:words --data sums.jsonl", "is no number"],
  ["./reward.js:short --data sums.jsonl", "returned 1 score "],
  ["./reward.js --data sums.jsonl --want ok", 'no column is called "ok"'],
  ["./reward.js --data labels.csv --want ok", 'labels.csv:2: ok: is "maybe"'],
  ["./reward.js --data sums.jsonl --finds texts.csv", 'has no key "completion"'],
])("audit %s is refused in a sentence", async (line, words) => {
  const { code, complaint } = await audit(line);
  expect(code).toBe(2);
  expect(complaint).toContain(words);
});
