// A log of Inspect: samples with their input, output, scores and epoch, in one JSON document or in a zip archive with a file for each
// sample. The letters of its scorers are numbers, as in Inspect's own metrics.

import { isMap } from "../../../core/checked.ts";
import { UserError } from "../../../core/errors.ts";
import { fieldsOf, pythonJson, type RolloutRow, rolloutRow } from "./rollout-rows.ts";
import { promptOf, spokenIn } from "./spoken.ts";
import { withZip } from "./zip-entries.ts";

/** Whether a document is a log of Inspect. */
export const isInspectLog = (document: unknown): boolean =>
  isMap(document) && isMap(document.eval) && typeof document.eval.task === "string" && "status" in document;

/** Rows of a document. Throws a UserError where it has no samples. */
export function* inspectRows(document: unknown, shown: string): Generator<RolloutRow> {
  const { eval: header, samples } = fieldsOf(document);
  if (!Array.isArray(samples) || samples.length === 0) throw noSamples(shown);
  for (const sample of samples) yield sampleRow(sample, header);
}

/** Rows of an archive, a sample at a time. */
export async function eachInspectRow(
  path: string,
  shown: string,
  give: (row: RolloutRow) => Promise<void>,
): Promise<void> {
  await withZip(path, shown, async (entries) => {
    const named = (name: string) => entries.find((entry) => entry.name === name);
    // A log that was not finished has its header in the journal alone.
    const head = named("header.json") ?? named("_journal/start.json");
    const samples = entries.filter(({ name }) => name.startsWith("samples/") && name.endsWith(".json"));
    if (head === undefined) {
      const hint = "weigh reads logs of Inspect, with header.json and samples/; a table is CSV, JSON Lines or Parquet";
      throw new UserError({ code: "broken-log", what: "is a zip archive, and no log of Inspect", where: shown, hint });
    }
    if (samples.length === 0) throw noSamples(shown);
    const parsed = async ({ name, read }: (typeof entries)[number]): Promise<unknown> => {
      const bytes = await read();
      try {
        return pythonJson(new TextDecoder().decode(bytes));
      } catch {
        throw new UserError({ code: "broken-log", what: `holds ${name}, which is no JSON`, where: shown });
      }
    };
    const { eval: header } = fieldsOf(await parsed(head));
    for (const sample of samples) await give(sampleRow(await parsed(sample), header));
  });
}

/** Letters and words of scorers, with their numbers in Inspect's metrics. */
const VALUES: Readonly<Record<string, number>> = { C: 1, I: 0, P: 0.5, N: 0 };
const WORDS: Readonly<Record<string, number>> = { yes: 1, true: 1, no: 0, false: 0 };

function sampleRow(sample: unknown, header: unknown): RolloutRow {
  const { input, output, scores, attachments, limit, choices, ...rest } = fieldsOf(resolved(sample));
  const { choices: answers, model } = fieldsOf(output);
  const [answer]: unknown[] = Array.isArray(answers) ? answers : [];
  const { message, stop_reason } = fieldsOf(answer);
  const { task, model: named } = fieldsOf(header);
  const options = Array.isArray(choices) && choices.length > 0 ? `\n\n${choices.map(optionLine).join("\n")}` : "";
  const spoken = spokenIn(message ?? "", stop_reason);
  return rolloutRow(promptOf(input) + options, spoken, {
    ...{ id: rest.id, epoch: rest.epoch, task, model: named ?? model, stop_reason, limit: fieldsOf(limit).type },
    ...{ target: rest.target, total_time: rest.total_time, working_time: rest.working_time },
    scores: Object.fromEntries(Object.entries(fieldsOf(scores)).map(([name, score]) => [name, scoreIn(score)])),
    metadata: rest.metadata,
  });
}

const optionLine = (choice: unknown, k: number): string => `${String.fromCharCode(65 + k)}) ${String(choice)}`;

/** The value of a score, or of each of its parts. A word that is no number stays. */
function scoreIn(score: unknown): unknown {
  const { value } = fieldsOf(score);
  const number = (one: unknown): unknown => {
    if (typeof one !== "string") return one;
    return VALUES[one] ?? WORDS[one.toLowerCase()] ?? one;
  };
  return isMap(value)
    ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, number(one)]))
    : number(value);
}

const ATTACHED = "attachment://";

/** A sample with its attachments in their places; events, which repeat all of it, are not looked at. */
function resolved(sample: unknown): unknown {
  const { events: _, messages: __, store: ___, ...rest } = fieldsOf(sample);
  const attachments = fieldsOf(rest.attachments);
  if (Object.keys(attachments).length === 0) return rest;
  const within = (value: unknown): unknown => {
    if (typeof value === "string" && value.startsWith(ATTACHED))
      return attachments[value.slice(ATTACHED.length)] ?? value;
    if (Array.isArray(value)) return value.map(within);
    return isMap(value) ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, within(part)])) : value;
  };
  return { ...rest, input: within(rest.input), output: within(rest.output) };
}

const noSamples = (where: string): UserError =>
  new UserError({
    code: "empty-log",
    what: "is a log of Inspect without samples",
    where,
    hint: "run it again with samples: inspect eval --log-samples",
  });
