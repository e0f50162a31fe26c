// What a hit comes to: tried on every task, with its means and share, and shrunk to the smallest text that shows it.

import type { AuditFinding } from "../reward-audit.ts";
import { shareOf } from "./audit-figures.ts";
import type { AuditedTask } from "./audited-task.ts";
import type { CountedReward } from "./counted-reward.ts";
import { givesGold } from "./exact-values.ts";
import { faultOf } from "./faults.ts";
import { textOf } from "./recipe.ts";
import type { Reference } from "./reference.ts";
import type { Hit } from "./search.ts";
import { shrunkText } from "./shrunk-text.ts";
import { WRITTEN } from "./written-texts.ts";

/** Characters of a text in a name. */
const MOST_NAME = 60;

/** A finding with all its texts. */
export interface FoundAttack {
  readonly finding: AuditFinding;
  /** Whether its texts hold the right answer, which a writer has to know. */
  readonly knows: boolean;
  readonly texts: readonly HeldText[];
}

/** A text with the pay that it may have at most, or has to have at least; a repair is held against it. */
export interface HeldText {
  readonly prompt: string;
  readonly completion: string;
  readonly most?: number;
  readonly least?: number;
}

/** Tries a hit on every task; undefined where it shows on none. */
export async function verified(
  hit: Hit,
  tasks: readonly AuditedTask[],
  reference: Reference,
  scorer: CountedReward,
): Promise<FoundAttack | undefined> {
  const { recipe, fault } = hit;
  const attempts = tasks.flatMap((task) => {
    const text = textOf(recipe, task);
    return text === null ? [] : [{ task, text, made: recipe.said.want }];
  });
  const scores = await scorer.of(attempts);
  const tried = attempts.map((one, k) => ({ ...one, ...scores[k] })).filter(({ pay }) => pay !== null);
  const works = tried.filter((one) => faultOf(one, reference.tasks[one.task.index], recipe, reference.range) === fault);
  if (works.length === 0) return undefined;
  const mean = (values: readonly (number | null | undefined)[]): number | null => {
    const known = values.filter((one) => one !== null && one !== undefined);
    return known.length === 0 ? null : known.reduce((a, b) => a + b, 0) / known.length;
  };
  const honest = works.map(({ task }) => reference.tasks[task.index].honest);
  const example = works.find(({ task }) => task === hit.task) ?? works[0];
  const finding: AuditFinding = {
    ...{ name: hit.name, why: hit.recipe.touches[0]?.touch.why ?? recipe.said.why, fault },
    ...{ pay: mean(works.map(({ pay }) => pay)) ?? Number.NaN, want: mean(works.map(({ want }) => want)) },
    ...{ honestPay: mean(honest.map((one) => one?.pay)), honestWant: mean(honest.map((one) => one?.want)) },
    ...{ share: shareOf(works.length, tried.length), tried: { n: tried.length, noun: "tasks" } },
    example: { prompt: example.task.prompt, completion: await smallest(hit, example, reference, scorer) },
  };
  const knows = works.every(({ task, text }) => task.slots.gold !== undefined && text.includes(task.slots.gold));
  const texts = works.map(({ task, text, want }) => {
    const about = { prompt: task.prompt, completion: text };
    const { honest: right, least } = reference.tasks[task.index];
    if (right === null) return about;
    if (fault === "under-payment") return { ...about, least: right.pay };
    // What is worth as much as an honest answer may have its pay, and nothing else more than credit for a form.
    const low = Math.min(least ?? right.pay, right.pay);
    const isWorth = want === null || (right.want !== null && want >= right.want);
    return { ...about, most: isWorth ? right.pay : (low + right.pay) / 2 };
  });
  return { finding, knows, texts };
}

/** Shrinks a text; a right answer in another form stays as it is. */
async function smallest(
  { recipe, fault }: Hit,
  { task, text, pay }: { readonly task: AuditedTask; readonly text: string; readonly pay: number | null },
  reference: Reference,
  scorer: CountedReward,
): Promise<string> {
  if (fault === "under-payment" || recipe.said.want === 1) return text;
  const mayStand = stillWrong(task, text, recipe.said.keeps);
  const shows = async (texts: readonly string[]): Promise<boolean[]> => {
    const standing = texts.filter(mayStand);
    const scores = await scorer.of(standing.map((one) => ({ task, text: one, made: recipe.said.want })));
    const showing = new Set(
      standing.filter((_, k) => {
        const isPaid = (scores[k].pay ?? Number.NEGATIVE_INFINITY) >= (pay ?? 0) - 1e-9;
        return isPaid && faultOf(scores[k], reference.tasks[task.index], recipe, reference.range) === fault;
      }),
    );
    return texts.map((one) => showing.has(one));
  };
  // A cut through a right answer, or through words about it, would leave another text.
  return shrunkText(text, shows, task.slots.gold === undefined || !text.includes(task.slots.gold));
}

/**
 * Whether a part of an unwanted text is certainly unwanted too: a text that has the right answer keeps the words that make it wrong, and is
 * not read as right.
 */
function stillWrong(task: AuditedTask, whole: string, keeps: readonly string[]): (text: string) => boolean {
  const { gold, other, third } = task.slots;
  if (gold === undefined || gold === "") return () => true;
  const said = [other, third, ...keeps].filter((one) => one !== undefined && whole.includes(one));
  return (text) => {
    if (!text.includes(gold)) return true;
    const isTold = said.every((one) => one !== undefined && text.includes(one));
    return isTold && (said.length > 0 || text.length >= whole.length) && givesGold(text, gold, task.kind) !== true;
  };
}

/** A find of a written text under the name of its smallest example; undefined where an earlier one explains it. */
export function writtenFind(attack: FoundAttack, earlier: readonly FoundAttack[]): FoundAttack | undefined {
  const { example } = attack.finding;
  if (!("completion" in example)) return attack;
  const name = `${WRITTEN}: ${JSON.stringify(example.completion.slice(0, MOST_NAME))}`;
  return earlier.some((one) => one.finding.name === name)
    ? undefined
    : { ...attack, finding: { ...attack.finding, name } };
}

/** Whether a hit of a written text has in it what an earlier find of one is paid for. */
export const isKnownText = ({ recipe, text, fault }: Hit, earlier: readonly FoundAttack[]): boolean =>
  recipe.said.isWritten === true &&
  earlier.some(({ finding: { name, example, fault: own } }) => {
    return own === fault && name.startsWith(WRITTEN) && "completion" in example && text.includes(example.completion);
  });
