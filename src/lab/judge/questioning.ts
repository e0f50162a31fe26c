// Puts the questions of a judge's file, and says what the answers show.

import { UserError } from "../../core/errors.ts";
import { Random } from "../../core/random.ts";
import {
  comparedJudges,
  type JudgeAnswer,
  type JudgeComparison,
  type JudgeFigures,
  judgeFigures,
  type LabelledItems,
} from "../../evaluation/judging/judge-audit.ts";
import { shortened } from "../../evaluation/number-format.ts";
import type { AuditedJudge, JudgeQuestion, NoVerdict, TextVerdict } from "../../feedback/judging/audited-judge.ts";
import { type Probe, probed } from "../../feedback/judging/probes.ts";
import { heldTexts } from "../../logs/held-texts.ts";
import { readLabelledTexts } from "../../logs/labelled-texts.ts";
import { withPreferences } from "../../logs/preferences.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import type { JudgeFile } from "./judge-file.ts";

/** What a judge's file comes to. */
export interface JudgingFigures extends JudgeFigures {
  readonly judge: string;
  readonly title: string;
  readonly items: number;
  /** Items of the file, of which some were drawn. */
  readonly of: number;
  readonly repetitions: number;
  /** The other judge, and both compared. */
  readonly beside: (JudgeFigures & { readonly judge: string; readonly comparison: JudgeComparison }) | null;
  readonly caveats: readonly string[];
}

export interface JudgingOptions {
  readonly signal: AbortSignal;
  /** Is given how many questions will be put, and what they cost at most, before the first one. */
  readonly onPlan?: (text: string) => void;
  readonly onProgress?: (text: string) => void;
}

/** A question of the file, as it stands. */
interface Item {
  readonly question: JudgeQuestion;
  readonly label: 1 | -1 | 0;
  readonly kind: string;
}

/** Puts all questions to the judges of a file. A UserError tells what is wrong with its labels, or that a judge cannot be asked. */
export async function judging(file: JudgeFile, options: JudgingOptions): Promise<JudgingFigures> {
  const { judge, beside, repetitions, seed } = file;
  const random = Random.of(seed, "judging");
  const all = await itemsOf(file, options.signal);
  const order = Int32Array.from(all.keys());
  shuffle(order, random.stream("items"));
  const items = Array.from(order.subarray(0, file.most).sort(), (k) => all[k]);
  const labelled = labelledItems(items, file.pairs !== undefined);
  try {
    const judges = beside === undefined ? [judge] : [judge, beside];
    const plans = judges.map((one) => questionsFor(one, items, file));
    options.onPlan?.(plans.map((questions, k) => planOf(judges[k], questions)).join("; "));
    const answers = await answersOf(judge, plans[0], file, options);
    const others = beside === undefined ? undefined : await answersOf(beside, plans[1], file, options);
    const figures = judgeFigures(labelled, answers, random.stream("resamples"));
    return {
      judge: judge.name,
      title: file.title,
      items: items.length,
      of: all.length,
      repetitions: judge.isRepeatable ? 1 : repetitions,
      ...figures,
      beside:
        beside === undefined || others === undefined
          ? null
          : {
              judge: beside.name,
              ...judgeFigures(labelled, others, random.stream("resamples")),
              comparison: comparedJudges(labelled, answers, others, random.stream("compared")),
            },
      caveats: caveatsOf(figures, labelled, items.length),
    };
  } finally {
    await judge.close?.();
    await beside?.close?.();
  }
}

async function itemsOf(file: JudgeFile, signal: AbortSignal): Promise<Item[]> {
  const { pairs, items, columns, labels, directory } = file;
  if (items !== undefined) {
    const read = await readLabelledTexts({ file: items, columns }, { directory, signal });
    return read.map(({ prompt, text, isRight, kind }) => ({
      question: { prompt, first: text },
      label: isRight ? 1 : -1,
      kind,
    }));
  }
  const pairItems: Item[] = [];
  await withPreferences({ file: pairs ?? "", columns, labels }, { directory, signal }, async ({ each, layout }) => {
    const held = heldTexts(pairs ?? "");
    await each(({ row, prompt, first, second, result, kind }) => {
      for (const text of [prompt, first, second]) held(text);
      if (result === undefined || first === second) return;
      // The layout of trainers has the chosen text always first: every other pair is turned.
      const isTurned = layout === "chosen" && row % 2 === 1;
      const label = isTurned ? -1 : result === 1 ? 1 : result === 0 ? -1 : 0;
      const question = isTurned ? { prompt, first: second, second: first } : { prompt, first, second };
      pairItems.push({ question, label, kind });
    });
  });
  return pairItems;
}

function labelledItems(items: readonly Item[], compares: boolean): LabelledItems {
  const prompts = new Map<string, number>();
  const sizes = items.map(({ question: { first } }) => Math.log2(1 + first.length));
  const usual = sizes.reduce((sum, size) => sum + size, 0) / Math.max(1, sizes.length);
  return {
    compares,
    labels: items.map(({ label }) => label),
    kinds: items.map(({ kind }) => kind),
    prompts: items.map(({ question: { prompt } }, k) => {
      const key = prompt === "" ? `row ${k}` : prompt;
      const known = prompts.get(key) ?? prompts.size;
      prompts.set(key, known);
      return known;
    }),
    doublings: items.map(({ question: { second } }, k) =>
      second === undefined ? sizes[k] - usual : sizes[k] - Math.log2(1 + second.length),
    ),
  };
}

/** A question that is put: about which item, in which order, for which time, with what added. */
interface PutQuestion extends Omit<JudgeAnswer, "verdict" | "unanswered" | "confidence" | "cost"> {
  readonly question: JudgeQuestion;
}

/** Requests draw their numbers below this. */
const DRAWS = 2 ** 31;

function questionsFor(
  judge: AuditedJudge,
  items: readonly Item[],
  { pairs, repetitions, probes }: JudgeFile,
): readonly PutQuestion[] {
  const orders = pairs === undefined ? [false] : [false, true];
  const times = judge.isRepeatable ? 1 : repetitions;
  return items.flatMap((item, k) =>
    orders.flatMap((isTurned) => [
      ...Array.from({ length: times }).flatMap((_, repetition) => pose(item, k, isTurned, repetition)),
      ...probes.flatMap((probe) => pose(item, k, isTurned, 0, probe)),
    ]),
  );
}

/** `a-model: 1 240 questions, which cost at most about 0.42`. */
function planOf({ name, costAtMost }: AuditedJudge, questions: readonly PutQuestion[]): string {
  const count = `${name}: ${questions.length.toLocaleString("en-US")} questions`;
  if (costAtMost === undefined) return count;
  const cost = questions.reduce((sum, { question }) => sum + costAtMost(question), 0);
  return `${count}, which cost at most about ${Number(cost.toPrecision(2))} by the file's prices`;
}

/** Answers outside the scale, one after the other, of a judge that is not asked further. */
const MOST_UNREADABLE = 20;
/** Characters of an answer that are quoted. */
const QUOTED = 200;

/** A judge of which answer after answer could not be read. */
export class UnreadableJudge extends UserError {}

/** All answers of a judge, in the order of the questions. Throws an UnreadableJudge after twenty in a row that are outside the scale. */
async function answersOf(
  judge: AuditedJudge,
  all: readonly PutQuestion[],
  { pairs, seed }: JudgeFile,
  { signal, onProgress }: JudgingOptions,
): Promise<JudgeAnswer[]> {
  const answers: JudgeAnswer[] = new Array(all.length);
  let [done, unreadable] = [0, 0];
  const queue = all.entries();
  const worker = async (): Promise<void> => {
    for (const [k, { question, ...about }] of queue) {
      signal.throwIfAborted();
      const draw = Random.of(seed, "draw", about.item, about.repetition).integer(DRAWS);
      const said = await judge.ask(question, draw, signal);
      unreadable = "none" in said && said.none === "outside" ? unreadable + 1 : 0;
      if (unreadable === MOST_UNREADABLE) throw unreadableJudge(judge, said, pairs !== undefined);
      answers[k] = { ...about, ...answerOf(said, about.isTurned) };
      done += 1;
      onProgress?.(`${judge.name}: ${done} of ${all.length} answers`);
    }
  };
  await Promise.all(Array.from({ length: judge.parallel }, worker));
  return answers;
}

function unreadableJudge({ name }: AuditedJudge, said: TextVerdict | NoVerdict, compares: boolean): UnreadableJudge {
  const quoted =
    "said" in said && said.said !== undefined
      ? ` The last one says ${JSON.stringify(shortened(said.said, QUOTED))}`
      : "";
  const form = compares ? `{"winner": "A"}, or "B" or "tie"` : `{"right": true}, or false`;
  return new UnreadableJudge({
    code: "unreadable-judge",
    what: `${MOST_UNREADABLE} answers of ${name} in a row could not be read, and it is not asked further.${quoted}`,
    hint: `an answer ends with a JSON object such as ${form}, or with that word on its last line`,
  });
}

/** What a judge said of a question, for the first text of its item where the question was turned. */
function answerOf(
  said: TextVerdict | NoVerdict,
  isTurned: boolean,
): Pick<JudgeAnswer, "verdict" | "unanswered" | "confidence" | "cost"> {
  if (!("none" in said)) {
    const { side, ...more } = said;
    return { verdict: isTurned ? turned(side) : side, ...more };
  }
  const { none, ...more } = said;
  return { verdict: undefined, ...(none === "outside" ? {} : { unanswered: none }), ...more };
}

const turned = (side: 1 | -1 | 0): 1 | -1 | 0 => (side === 1 ? -1 : side === -1 ? 1 : 0);

/** The question of an item, in a list of one; none where a probe has no wrong side to push to. */
function pose(
  { question, label }: Item,
  item: number,
  isTurned: boolean,
  repetition: number,
  probe?: Probe,
): readonly PutQuestion[] {
  const { prompt, first, second } = question;
  const shown = isTurned && second !== undefined ? { prompt, first: second, second: first } : question;
  if (probe === undefined) return [{ item, isTurned, repetition, question: shown }];
  const wrong = turned(label);
  const towards = isTurned ? turned(wrong) : wrong;
  const pushed = towards === 0 ? undefined : probed(shown, probe, towards);
  return pushed === undefined ? [] : [{ item, isTurned, repetition, probe, question: pushed }];
}

function caveatsOf(
  { unreadable, unanswered, answers, cost }: JudgeFigures,
  { labels }: LabelledItems,
  items: number,
): string[] {
  const caveats: string[] = [];
  if (unreadable > 0) caveats.push(`${unreadable} of ${answers} answers are outside the scale and count in no figure`);
  const none = Object.entries(unanswered).map(([why, number]) => `${why} ${number}`);
  if (none.length > 0)
    caveats.push(`of ${answers} questions some have no answer and count in no figure: ${none.join(", ")}`);
  const ties = Array.from(labels).filter((label) => label === 0).length;
  if (ties > 0) caveats.push(`${ties} items are labelled ties, which accuracy and κ leave out`);
  if (items < 50) caveats.push(`${items} items say little: intervals are wide`);
  if (cost === null) caveats.push("the cost of an answer is not known");
  return caveats;
}
