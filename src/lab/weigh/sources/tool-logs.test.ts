// Logs of other tools, in the shapes in which they write them, become one table: prompt, answer, scores, and what stands beside them.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { DuckDBInstance } from "@duckdb/node-api";
import { expect, test } from "vitest";
import { folderOf } from "../../../../test/fixtures/logs.ts";
import { type ZippedFile, zipOf } from "../../../../test/fixtures/zip.ts";
import { quoted } from "../../../core/sql.ts";
import { type WeighRequest, weighedLog } from "../weighed-log.ts";

const PROMPTS = 30;
const EPOCHS = 6;
/** Samples: prompt by epoch, right in half of them, with so many words too many. */
const SAMPLES = Array.from({ length: PROMPTS * EPOCHS }, (_, k) => ({
  ...{ prompt: Math.floor(k / EPOCHS), epoch: (k % EPOCHS) + 1 },
  isRight: (k * 7) % 5 < 2,
  words: (k * 3) % 4,
  isCut: k % 10 === 9,
}));
type Sample = (typeof SAMPLES)[number];

const said = ({ isRight, words }: Sample): string => `${"well ".repeat(words)}${isRight ? "12" : "13"}`;
const style = ({ words }: Sample): number => 1 - words / 4;

const weigh = (
  files: Readonly<Record<string, string | Uint8Array>>,
  request: Partial<WeighRequest> & { file: string },
) => weighedLog({ want: "style", pays: ["length"], ...request }, folderOf(files));

const message = (content: unknown, more: object = {}) => ({ role: "assistant", content, source: "generate", ...more });

const inspectSample = (sample: Sample): object => ({
  ...{ id: sample.prompt, epoch: sample.epoch, target: "12", metadata: { level: sample.prompt % 3 } },
  input: [{ role: "user", content: `attachment://q${sample.prompt}` }],
  attachments: { [`q${sample.prompt}`]: `What is ${sample.prompt} times 12?` },
  messages: [],
  output: {
    model: "mockllm/model",
    choices: [
      {
        message: message([
          { type: "reasoning", reasoning: "I think of it at length, and at length." },
          { type: "text", text: said(sample) },
        ]),
        stop_reason: sample.isCut ? "max_tokens" : "stop",
      },
    ],
  },
  scores: {
    match: { value: sample.isRight ? "C" : "I", answer: "12" },
    rubric: { value: { style: style(sample), tone: sample.words % 2 === 0 ? "yes" : "no" }, explanation: "…" },
  },
  events: [{ event: "model" }],
});

const header = {
  version: 2,
  status: "success",
  eval: { task: "times", model: "mockllm/model", created: "2026-02-03T04:05:06Z" },
};

/** A document as Python writes it: a score that is no number is NaN. */
const inspectJson = JSON.stringify({ ...header, samples: SAMPLES.map(inspectSample) }, undefined, 2).replace(
  '"style": 0.25',
  '"style": NaN',
);

test("a JSON log of Inspect: letters are numbers, parts of a score are columns, thoughts are no answer", async () => {
  const log = await weigh({ "log.json": inspectJson }, { file: "log.json", pays: ["match", "length", "tone"] });
  expect(log).toMatchObject({ readAs: "Inspect's log", answers: 179, prompts: 30, cut: 18 });
  expect(log.caveats).toContain('Left out: 1 row without a number for "style".');
  expect(log.caveats).toContain("Cut off: 18 answers were stopped by a limit; in a formula `cut` is 1 for them.");
  expect(log.pays.map(({ id, course }) => [id, course])).toContainEqual(["length", "falls"]);
  const [worst] = log.pays[1].texts;
  expect(worst.prompt).toMatch(/^user: What is \d+ times 12\?$/);
  expect(worst.paid.text).toMatch(/^well well well 1[23]$/);
});

/** The same in an archive, by file. */
const inspectFiles: readonly ZippedFile[] = [
  ["_journal/start.json", JSON.stringify(header)],
  ...SAMPLES.map((one) => [`samples/${one.prompt}_epoch_${one.epoch}.json`, JSON.stringify(inspectSample(one))]),
  ["summaries.json", "[]"],
  ["header.json", JSON.stringify(header)],
].map(([name, text]) => ({ name, text: `${text}\n` }));

/** Packs files by Zstandard, as DuckDB does it. */
async function zstandard(files: readonly ZippedFile[]): Promise<ZippedFile[]> {
  const { directory } = folderOf({});
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  const packed: ZippedFile[] = [];
  for (const [k, { name, text }] of files.entries()) {
    const file = join(directory, `${k}.zst`);
    const form = "FORMAT csv, HEADER false, QUOTE '', ESCAPE '', DELIMITER '\t', COMPRESSION zstd";
    await connection.run(`COPY (SELECT ${quoted(text.trimEnd())} AS line) TO ${quoted(file)} (${form})`);
    packed.push({ name, text, packed: { method: 93, bytes: readFileSync(file) } });
  }
  return packed;
}

test("an archive of Inspect, by deflate and by Zstandard, gives the figures of its JSON", async () => {
  const whole = JSON.stringify({ ...header, samples: SAMPLES.map(inspectSample) });
  const request = { pays: ["match", "length - 3 * cut"], by: "level" };
  const json = await weigh({ "log.json": whole }, { ...request, file: "log.json" });
  const zip = await weigh({ "log.eval": zipOf(inspectFiles) }, { ...request, file: "log.eval" });
  expect({ ...zip, file: "" }).toEqual({ ...json, file: "" });
  expect(await weigh({ "log.eval": zipOf(await zstandard(inspectFiles)) }, { ...request, file: "log.eval" })).toEqual(
    zip,
  );
});

test("by a column of which each value has one answer to a prompt nothing can be compared, and the hint says so", async () => {
  const request = { file: "log.eval", by: "epoch" };
  await expect(weigh({ "log.eval": zipOf(inspectFiles) }, request)).rejects.toThrow(
    /one answer to each prompt.*--by epoch/s,
  );
});

test("an archive that was cut off, or is damaged or another one, is one sentence", async () => {
  const bytes = zipOf(inspectFiles);
  const file = "log.eval";
  const half = weigh({ [file]: bytes.subarray(0, bytes.length / 2) }, { file });
  await expect(half).rejects.toThrow(/log\.eval: is no whole zip archive: .*was it copied to its end\?/s);
  const broken = Buffer.from(bytes);
  broken.fill(0, 400, 440);
  await expect(weigh({ [file]: broken }, { file })).rejects.toThrow(/log\.eval: holds samples\/0_epoch_1\.json, which/);
  const other = zipOf([{ name: "xl/workbook.xml", text: "<a/>" }]);
  await expect(weigh({ [file]: other }, { file })).rejects.toThrow("is a zip archive, and no log of Inspect");
  const empty = zipOf([{ name: "header.json", text: JSON.stringify(header) }]);
  await expect(weigh({ [file]: empty }, { file })).rejects.toThrow("is a log of Inspect without samples");
});

test("a JSON document that was cut off is one sentence", async () => {
  const half = inspectJson.slice(0, inspectJson.length / 2);
  await expect(weigh({ "log.json": half }, { file: "log.json" })).rejects.toThrow(
    /log\.json: is no JSON document: .*; was it/,
  );
});

const question = ({ prompt }: Sample) => `What is ${prompt} times 12?`;

const nemoLine = (sample: Sample): string =>
  JSON.stringify({
    responses_create_params: { input: [{ role: "user", content: question(sample), type: "message" }], tools: [] },
    response: {
      model: "policy_model",
      incomplete_details: sample.isCut ? { reason: "max_output_tokens" } : null,
      output: [
        { type: "reasoning", summary: [{ type: "summary_text", text: "at length" }] },
        { type: "function_call", name: "multiply", arguments: "{}", call_id: "1" },
        { type: "function_call_output", call_id: "1", output: "12" },
        {
          ...{ type: "message", role: "assistant", status: "completed" },
          content: [{ type: "output_text", text: said(sample), annotations: [] }],
        },
      ],
    },
    ...{ reward: sample.isRight ? 1 : 0, _ng_task_index: sample.prompt, _ng_rollout_index: sample.epoch - 1 },
    reward_components: { correct: sample.isRight ? 1 : 0, style: style(sample), format: { style: 1, box: true } },
    agent_ref: { name: "simple_agent" },
  });

test("rollouts of NeMo Gym: components are columns, by their full names where two end alike", async () => {
  const lines = SAMPLES.map(nemoLine).join("\n");
  const file = "rollouts.jsonl";
  const request = { file, want: '"reward_components.style"', pays: ["correct", "length", "reward"] };
  const log = await weigh({ [file]: lines }, request);
  expect(log).toMatchObject({ readAs: "rollouts of NeMo Gym", answers: 180, cut: 18 });
  expect(log.pays[1].course).toBe("falls");
  await expect(weigh({ [file]: lines }, { file, want: "style" })).rejects.toThrow(/no column is called "style"/);
  const packed = gzipSync(lines);
  expect({ ...(await weigh({ "r.jsonl.gz": packed }, { ...request, file: "r.jsonl.gz" })), file }).toEqual(log);
  const broken = weigh({ "r.jsonl.gz": packed.subarray(0, packed.length / 2) }, { ...request, file: "r.jsonl.gz" });
  await expect(broken).rejects.toThrow(/r\.jsonl\.gz cannot be read: unexpected end of file/);
  const half = lines.slice(0, -40);
  await expect(weigh({ [file]: half }, request)).rejects.toThrow(/rollouts\.jsonl:180: is no JSON/);
  expect(await weigh({ [file]: half }, { ...request, skipBadRows: true })).toMatchObject({ answers: 179, skipped: 1 });
});

test("results of verifiers: metrics, the reason that an answer ended, and what metadata.json says", async () => {
  const line = (sample: Sample): string =>
    JSON.stringify({
      ...{ example_id: sample.prompt, task: "times", answer: "12" },
      prompt: [
        { role: "system", content: "Be brief." },
        { role: "user", content: question(sample) },
      ],
      completion: [
        {
          role: "assistant",
          content: null,
          tool_calls: [{ id: "1", function: { name: "multiply", arguments: "{}" } }],
        },
        { role: "tool", content: "12", tool_call_id: "1" },
        { role: "assistant", content: `<think>at length</think>${said(sample)}` },
      ],
      ...{ reward: sample.isRight ? 1 : 0, is_truncated: sample.isCut, stop_condition: "max_turns_reached" },
      ...{ metrics: { style: style(sample) }, style: style(sample), info: { unread: 1 }, error: null },
    });
  const files = {
    "results.jsonl": `${SAMPLES.map(line).join("\n")}\n`,
    "metadata.json": JSON.stringify({ env_id: "times", model: "gpt" }),
  };
  const log = await weigh(files, { file: "results.jsonl", pays: ["length", "reward"], by: "model" });
  expect(log).toMatchObject({ readAs: "results of verifiers", answers: 180, prompts: 30, cut: 18 });
  expect(log.parts?.map(({ value }) => value)).toEqual(["gpt"]);
  const [{ course, texts }] = log.pays;
  expect(course).toBe("falls");
  expect(texts[0].prompt).toMatch(/^system: Be brief\.\n\nuser: What is \d+ times 12\?$/);
  expect(texts[0].paid.text).toMatch(/^well well well 1[23]$/);
});

// By the classes and the writer of verifiers 0.4.0: four rollouts of six tasks, one of which failed, an episode without traces, and a judge.
test("traces of verifiers itself: weighted rewards, agents, the training step; an episode that failed is counted", async () => {
  const directory = join(import.meta.dirname, "../../../../test/fixtures/verifiers");
  const request = { want: "reward", pays: ["style", "words", "length"], by: "step" };
  const log = await weighedLog({ ...request, file: "traces.jsonl.gz" }, { directory });
  expect(log).toMatchObject({ readAs: "traces of verifiers", answers: 23, prompts: 6, cut: 2 });
  expect(log.parts?.map(({ value }) => value)).toEqual(["0", "1"]);
  expect(log.caveats).toEqual(
    expect.arrayContaining([
      'Left out: 6 rows without a number for "reward".',
      'Left out: 1 row without a value of "step".',
    ]),
  );
  const [{ texts }] = log.pays;
  expect(texts[0].prompt).toMatch(/^system: Be brief\.\n\nuser: What is \d times 12\?$/);
  expect(texts[0].paid.text).toMatch(/^(?:well )*1[23]$/);
  const episodes = gunzipSync(readFileSync(join(directory, "traces.jsonl.gz")))
    .toString()
    .trim()
    .split("\n");
  // As 0.2 wrote them: a line for each trace.
  const traces = episodes.flatMap((line) => JSON.parse(line).traces.slice(0, 1)).map((one) => JSON.stringify(one));
  const file = "traces.jsonl";
  const bare = await weigh({ [file]: traces.join("\n") }, { want: "reward", pays: ["style", "words"], file });
  expect(bare).toMatchObject({ readAs: "traces of verifiers", answers: 23, prompts: 6, cut: 2 });
  expect(bare.pays[0].slope).toEqual(log.pays[0].slope);
});

test("results of promptfoo: named scores and variables; a result that failed by an error has no score", async () => {
  const result = (sample: Sample, k: number): object => ({
    ...{ promptIdx: 0, testIdx: sample.prompt, provider: { id: "openai:gpt", label: "" } },
    prompt: { raw: JSON.stringify([{ role: "user", content: question(sample) }]), label: "ask" },
    vars: { number: sample.prompt },
    ...(k === 7
      ? { error: "timeout", failureReason: 2, success: false, score: 0, namedScores: {} }
      : {
          response: { output: said(sample), finishReason: sample.isCut ? "length" : "stop" },
          ...{ success: sample.isRight, score: sample.isRight ? 1 : 0, failureReason: sample.isRight ? 0 : 1 },
          namedScores: { style: style(sample) },
        }),
  });
  const results = SAMPLES.map(result);
  const document = JSON.stringify(
    { evalId: "eval-1", results: { version: 3, results, stats: {} }, config: {} },
    undefined,
    2,
  );
  const request = { pays: ["length", "score", "success"], by: "provider" };
  const log = await weigh({ "out.json": document }, { ...request, file: "out.json" });
  expect(log).toMatchObject({ readAs: "results of promptfoo", answers: 179, prompts: 30, cut: 18 });
  expect(log.pays[0].course).toBe("falls");
  expect(log.pays[0].texts[0].prompt).toMatch(/^user: What is/);
  const lines = results.map((one) => JSON.stringify(one)).join("\n");
  const same = await weigh({ "out.jsonl": lines }, { ...request, file: "out.jsonl" });
  expect({ ...same, file: "" }).toEqual({ ...log, file: "" });
});

// By Inspect 0.3.285 with its model for tests; the covariances are of its own reader.
test.each([
  [
    "sums.eval",
    { want: "includes", pays: ["brevity", "twofold.style", "length"] },
    { answers: 12, prompts: 3, cut: 2 },
  ],
  ["choices.json", { want: "choice", pays: ["brevity"] }, { answers: 7, prompts: 2, cut: 0 }],
] as const)(
  "%s of Inspect itself: tools, letters, scores by name, cut answers, and a sample with an error",
  async (file, scores, counts) => {
    const directory = join(import.meta.dirname, "../../../../test/fixtures/inspect-logs");
    const log = await weighedLog({ file, ...scores }, { directory });
    expect(log).toMatchObject({ ...counts, readAs: "Inspect's log" });
    const steps = file === "sums.eval" ? [-0.006793478260869565, 0.023898684146774287, 1.25] : [0.004545454545454546];
    for (const [k, step] of steps.entries()) expect(log.pays[k].slope.plain.mean).toBeCloseTo(step, 14);
  },
);
