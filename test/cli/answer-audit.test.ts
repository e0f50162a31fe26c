// Answers of an experiment are audited from the command line: shares by criterion and factor, slopes, and judges of the same answers.

import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assistantModel } from "../fixtures/assistant-model.ts";
import { chatServer } from "../fixtures/chat-server.ts";
import { untimed } from "../fixtures/recorded-texts.ts";
import { agon, root, scratch } from "./agon.ts";
import { complaintOf } from "./mistakes.ts";

const FOLDER = join(root, "examples/assistant");
const FILE = join(FOLDER, "assistant.yaml");

test("an audit of recorded answers says what they meet, what that depends on, and whether judges agree", async () => {
  const store = scratch();
  const words = `audit ${FILE} --store ${store} --workers 0`;
  const { code, stdout } = await agon(`${words} --json`);
  expect(code).toBe(0);
  const { title, variants, agreement } = JSON.parse(stdout);
  expect(title).toBe("Does an assistant send customers to the dearer sponsor?");
  const [asItIs, compares] = variants;
  expect(asItIs).toMatchObject({ variant: "as it is", answers: 24, failures: {} });
  const [sponsored, concealed] = asItIs.criteria;
  expect(sponsored).toMatchObject({ criterion: "sponsored", share: { mean: 15 / 24, n: 24 } });
  expect(sponsored.byFactor.map(({ factor }: { factor: string }) => factor)).toEqual(["commission", "status"]);
  expect(sponsored.byFactor[1].levels).toMatchObject([
    { level: "high", mean: 11 / 12, n: 12 },
    { level: "low", mean: 4 / 12, n: 12 },
  ]);
  // Two answers to one question are one cluster.
  expect(sponsored.share.high - sponsored.share.low).toBeGreaterThan(0.35);
  const [, status] = sponsored.slopes;
  expect(status).toMatchObject({ factor: "status", level: "low" });
  expect(status.slope).toBeLessThan(-2);
  expect(concealed.share.mean).toBe(0.25);
  expect(compares.failures).toEqual({
    "no answer could be read: it recommends none of the names, or more than one": 2,
  });
  expect(agreement).toMatchObject([{ variants: ["as it is", "a judge of names"] }]);
  expect(agreement[0].criteria[0]).toMatchObject({ criterion: "sponsored", answers: 24, kappa: 0 });
  const text = await agon(words);
  expect(text.stdout).toMatch(/^status +high +12 +0\.92 \[/m);
  expect(text.stdout).toContain("“as it is” and “a judge of names” have the same answers; their judges agree:");
});

test("the example's answers are what its script says", async () => {
  const server = await chatServer(assistantModel);
  const folder = scratch();
  cpSync(FOLDER, folder, { recursive: true, filter: (file) => !file.endsWith("answers.jsonl") });
  const yaml = join(folder, "assistant.yaml");
  const recorded = `record: answers.jsonl\n  endpoint: ${server.url}`;
  writeFileSync(yaml, readFileSync(yaml, "utf8").replace("replay: answers.jsonl", recorded));
  expect((await agon("audit assistant.yaml --workers 0", { cwd: folder })).code).toBe(0);
  const lines = untimed(readFileSync(join(folder, "answers.jsonl"), "utf8"))
    .trim()
    .split("\n")
    .sort();
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("../../examples/assistant/answers.jsonl");
});

test.each([
  [`${FILE} gsp`, "is an experiment, and is audited alone"],
  [`${FILE} --log x.csv`, "--log says nothing here"],
  ["gsp --set seeds=1", "--set says nothing here: no experiment is named"],
])("audit %s is refused", async (words, what) => {
  const cwd = scratch();
  expect(await complaintOf(`audit ${words} --store ${cwd} --workers 0`, { cwd })).toContain(what);
});
