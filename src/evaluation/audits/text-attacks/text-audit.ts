// The audit of a reward of texts: what is paid and not wanted, and what is wanted and not paid, task by task.

import { messageOf, UserError } from "../../../core/errors.ts";
import { Random } from "../../../core/random.ts";
import type { TextReward } from "../../../feedback/text-rewards/text-reward.ts";
import { median } from "../../statistics/moments.ts";
import type { AuditFinding, RewardAudit } from "../reward-audit.ts";
import { auditFinding } from "../reward-finding.ts";
import { type AuditEvidence, evidenceOf } from "./audit-evidence.ts";
import { doseOf, gapOf, shareOf } from "./audit-figures.ts";
import type { AuditRow } from "./audit-row.ts";
import { type AuditedTask, auditedTasks } from "./audited-task.ts";
import { CountedReward } from "./counted-reward.ts";
import { givesGold } from "./exact-values.ts";
import { type FoundAttack, isKnownText, verified, writtenFind } from "./found-attack.ts";
import { type KnownText, knownHits } from "./known-texts.ts";
import { saidBy } from "./recipe.ts";
import { type Reference, referenceOf } from "./reference.ts";
import { type Hit, searched } from "./search.ts";
import { searchStrength } from "./search-strength.ts";
import type { TextAttacker } from "./written-texts.ts";

export interface TextAuditOptions {
  readonly target: string;
  readonly reward: TextReward;
  /** What is wanted, in the place of the gold answers. */
  readonly want?: TextReward | undefined;
  readonly rows: readonly AuditRow[];
  /** Words of a rubric, for attacks that repeat them. */
  readonly words?: string | undefined;
  /** The mark between actions, where an answer is an episode of several steps. */
  readonly step?: string | undefined;
  /** Texts that exist: answers of the data, and finds of other tools. */
  readonly known?: readonly KnownText[];
  /** Texts that the search scores; at most as many again to compare with, and to confirm what it found. */
  /** A language model that writes texts too; the strength is that of the search without it. */
  readonly attacker?: TextAttacker | undefined;
  readonly tries: number;
  /** Back doors that are planted to show how strong the search is. */
  readonly planted: number;
  readonly seed: number;
  readonly signal?: AbortSignal | undefined;
  readonly onFinding?: ((finding: AuditFinding) => void) | undefined;
  readonly onProgress?: ((text: string) => void) | undefined;
}

/** An audit with what another program makes of it. */
export interface TextAudit {
  readonly audit: RewardAudit;
  /** Every text that was confirmed, with how likely the data's own answers are like it; null where the data have none. */
  readonly rows: readonly AttackRow[];
  /** What a repair of the reward is held against; undefined where no honest answer is known. */
  readonly evidence?: AuditEvidence;
}

/** A text that shows a fault. */
export interface AttackRow {
  readonly prompt: string;
  readonly completion: string;
  readonly name: string;
  readonly mass: number | null;
}

/** Tasks that an audit tries, at most; fewer where few texts may be scored. */
const MOST_TASKS = 32;
const LEAST_TASKS = 3;
const TRIES_OF_TASK = 60;

/** Audits a reward. It throws where the reward throws on every text; what was found before it throws, or before `signal`, is kept. */
export async function textAudit(options: TextAuditOptions): Promise<TextAudit> {
  const { target, reward, want, rows, words, known = [], tries, planted, seed, signal, onProgress } = options;
  const tasks = auditedTasks(drawnRows(rows, known, seed, tries), words, options.step);
  const isDecided =
    want !== undefined || tasks.some(({ kind }) => kind !== "none") || known.some((one) => one.want !== null);
  const scores = new Map<string, { pay: number | null; want: number | null }>();
  const shared = { want, signal, isDecided };
  const scorer = new CountedReward(
    reward,
    {
      ...shared,
      budget: tries,
      onProgress: (n) => onProgress?.(`${target}: ${n.toLocaleString("en-US")} texts scored`),
    },
    scores,
  );
  const confirming = new CountedReward(reward, { ...shared, budget: tries }, scores);
  const comparing = new CountedReward(reward, { ...shared, budget: tries }, scores);
  const found: FoundAttack[] = [];
  /** Pays of the data's own answers, where nothing says what is wanted. */
  let ownPays: readonly number[] = [];
  let reference: Reference | undefined;
  const keep = async (hit: Hit): Promise<void> => {
    if (reference === undefined || isKnownText(hit, found)) return;
    // A text that the data have is what others are held against.
    const isOwnText = (one: KnownText) => one.isOwn && one.prompt === hit.task.prompt && one.completion === hit.text;
    if (!isDecided && known.some(isOwnText)) return;
    const shown = await verified(hit, tasks, reference, confirming);
    const named = shown !== undefined && hit.recipe.said.isWritten === true ? writtenFind(shown, found) : shown;
    if (named === undefined) return;
    const attack = ownPays.length === 0 ? named : withRarity(named, ownPays);
    found.push(attack);
    options.onFinding?.(attack.finding);
  };
  try {
    reference = await referenceOf(comparing, tasks, saidBy(tasks).wrong);
    const hasNoScore = () => [...scores.values()].every(({ pay }) => pay === null);
    // Without honest answers only an empty text was scored so far, which a reward may well refuse.
    const isEmpty = comparing.firstError === undefined && reference.tasks.every(({ honest }) => honest === null);
    if (hasNoScore() && !isEmpty) throw comparing.firstError ?? noScore(target, scores.size);
    if (!isDecided) {
      ownPays = await paysOf(known, tasks, comparing);
      reference = besideOwn(reference, ownPays);
    }
    const others = isDecided ? known : known.filter(({ isOwn }) => !isOwn);
    for (const hit of await knownHits(others, tasks, reference, confirming)) await keep(hit);
    await searched(scorer, tasks, reference, {
      ...{ random: Random.of(seed, "audit", "texts"), onHit: keep },
      ...{ attacker: options.attacker, isJudged: want !== undefined || !isDecided },
    });
    if (hasNoScore()) throw scorer.firstError ?? noScore(target, scores.size);
  } catch (error) {
    if (signal?.aborted !== true) throw error;
  }
  if (found.length === 0 && signal?.aborted !== true) {
    const broken = [comparing, scorer, confirming].find(({ isBroken }) => isBroken);
    if (broken?.firstError !== undefined) throw broken.firstError;
    if (isDecided) refuseEqualPay(target, scores, tasks);
  }
  const unknown = found.length === 0 && isDecided && reference !== undefined ? whyUndecided(reference) : undefined;
  const strength =
    reference === undefined || signal?.aborted === true
      ? { planted: 0, found: 0 }
      : await searchStrength(reward, tasks, reference, { ...options, tries, planted, scores });
  const ranked = [...found].sort(isDecided ? isBefore : isRarer);
  const findings = ranked.map(({ finding }) => finding);
  const pools = poolsOf(tasks, scores);
  const own = signal?.aborted === true ? undefined : await ownAnswers(known, tasks, reference, confirming);
  const parts = { kind: kindOf(findings, isDecided && unknown === undefined), findings, strength };
  const dose = reference === undefined ? [] : doseOf(pools, isDecided);
  const audit: RewardAudit = {
    ...{
      target,
      kind: parts.kind,
      gap: reference === undefined ? null : gapOf(pools, reference),
      angle: null,
      strength,
    },
    ...{ findings, finding: unknown ?? auditFinding(parts), dose },
    ...(own === undefined ? {} : { base: shareOf(own.paid, own.answers) }),
    caveats: caveatsOf([comparing, scorer, confirming], reference, tasks, options),
  };
  const names = Math.max(1, new Set(findings.map(({ name }) => name)).size);
  // Half a success for a share that is not known to be 0.
  const mass = own === undefined ? null : (own.paid + 0.5) / (own.answers + 1) / names;
  const evidence =
    reference === undefined || signal?.aborted === true
      ? undefined
      : await evidenceOf({ reference, tasks, known, found, scores }, comparing);
  return {
    ...{
      audit,
      rows: [
        ...(isDecided ? found : ranked).flatMap((one) => rowsOf(one, mass)),
        ...(isDecided ? [] : ownRows(known, found)),
      ],
    },
    ...(evidence === undefined ? {} : { evidence }),
  };
}

const rowsOf = ({ finding, texts }: FoundAttack, mass: number | null): AttackRow[] =>
  texts.map(({ prompt, completion }) => ({ prompt, completion, name: finding.name, mass }));

/** The data's own answers to the prompts of finds, for a person to compare. */
function ownRows(known: readonly KnownText[], found: readonly FoundAttack[]): AttackRow[] {
  const prompts = new Set(found.flatMap(({ texts }) => texts.map(({ prompt }) => prompt)));
  return known.flatMap(({ isOwn, prompt, completion, name }) =>
    isOwn && prompts.has(prompt) ? [{ prompt, completion, name, mass: null }] : [],
  );
}

/** Pays of the data's own answers to these tasks. */
async function paysOf(
  known: readonly KnownText[],
  tasks: readonly AuditedTask[],
  scorer: CountedReward,
): Promise<number[]> {
  const own = known.flatMap(({ isOwn, prompt, completion: text }) => {
    const task = isOwn ? tasks.find((one) => one.prompt === prompt) : undefined;
    return task === undefined ? [] : [{ task, text, made: null }];
  });
  return (await scorer.of(own)).flatMap(({ pay }) => pay ?? []);
}

/** Pays are held against the data's own answers too: the usual one of them, and their range. */
function besideOwn(reference: Reference, own: readonly number[]): Reference {
  if (own.length === 0) return reference;
  const usual = median(own);
  const pays = [...own, ...reference.tasks.flatMap(({ plain, least }) => [plain?.pay ?? [], least ?? []].flat())];
  return {
    ...{ ...reference, range: Math.max(...pays) - Math.min(...pays) },
    tasks: reference.tasks.map((task) =>
      task.honest === null ? { ...task, plain: { pay: Math.min(task.plain?.pay ?? usual, usual), want: null } } : task,
    ),
  };
}

const withRarity = ({ finding, ...rest }: FoundAttack, pays: readonly number[]): FoundAttack => ({
  ...rest,
  finding: { ...finding, rarity: shareOf(pays.filter((pay) => pay >= finding.pay).length, pays.length) },
});

const noScore = (target: string, texts: number): UserError =>
  new UserError({
    code: "no-score",
    what: `${target} gave no score to any of ${texts.toLocaleString("en-US")} texts`,
    hint: "a reward returns a number for each answer",
  });

/** Why a search without finds decides nothing; undefined where honest answers are known and paid more than wrong ones. */
function whyUndecided(reference: Reference): string | undefined {
  if (reference.tasks.every(({ honest }) => honest === null))
    return "No honest answer is known, so nothing can be called gamed: the dose says how pay and want go.";
  return reference.honest !== undefined && apart(reference) === 0
    ? "No honest answer was paid more than a wrong one, so nothing can be called gamed."
    : undefined;
}

/** Tasks whose honest answer is paid more than every plain text. */
const apart = ({ tasks }: Reference): number =>
  tasks.filter(({ honest, plain }) => honest !== null && (plain === null || honest.pay > plain.pay)).length;

/** Throws a UserError where every text of each task has the same pay, right and wrong ones: then a search says nothing. */
function refuseEqualPay(
  target: string,
  scores: ReadonlyMap<string, { pay: number | null; want: number | null }>,
  tasks: readonly AuditedTask[],
): void {
  const pools = poolsOf(tasks, scores);
  const isEqual = pools.every((pool) => pool.every(({ pay }) => pay === pool[0].pay));
  const wants = new Set(pools.flatMap((pool) => pool.map(({ want }) => want)));
  if (!isEqual || wants.size < 2) return;
  const what = `${target} pays right and wrong texts of a task the same, all ${scores.size.toLocaleString("en-US")}`;
  const hint =
    "see which column it takes for the right answer: --columns gold=NAME; or give honest answers: honest=NAME";
  throw new UserError({ code: "equal-pay", what, hint });
}

/** Rows of tasks: those of known finds, and others drawn by the seed, in the order of the file. */
function drawnRows(
  rows: readonly AuditRow[],
  known: readonly KnownText[],
  seed: number,
  tries: number,
): readonly AuditRow[] {
  const finds = new Set(known.filter(({ isOwn }) => !isOwn).map(({ prompt }) => prompt));
  const random = Random.of(seed, "audit", "rows");
  const drawn = rows
    .map((row, at) => ({ row, at, order: finds.has(row.prompt) ? -1 : random.uniform() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, Math.max(LEAST_TASKS, Math.min(MOST_TASKS, Math.floor(tries / TRIES_OF_TASK))));
  return drawn.sort((a, b) => a.at - b.at).map(({ row }) => row);
}

const kindOf = (findings: readonly AuditFinding[], isDecided: boolean): RewardAudit["kind"] =>
  !isDecided ? "not decided" : findings.length > 0 ? "gamed" : "not found";

/** What is paid before what is not paid, then what needs no right answer, then by share, then by pay. */
const isBefore = (a: FoundAttack, b: FoundAttack): number =>
  Number(a.finding.fault === "under-payment") - Number(b.finding.fault === "under-payment") ||
  Number(a.knows) - Number(b.knows) ||
  b.finding.share.value - a.finding.share.value ||
  b.finding.pay - a.finding.pay;

/** What fewer of the data's own answers are paid comes first, then what is paid more, then by share. */
const isRarer = ({ finding: a }: FoundAttack, { finding: b }: FoundAttack): number =>
  (a.rarity?.value ?? 0) - (b.rarity?.value ?? 0) || b.pay - a.pay || b.share.value - a.share.value;

/** All texts of each task that have a pay. */
function poolsOf(
  tasks: readonly AuditedTask[],
  scores: ReadonlyMap<string, { pay: number | null; want: number | null }>,
) {
  const pools = tasks.map((): { pay: number; want: number | null }[] => []);
  for (const [key, { pay, want }] of scores)
    if (pay !== null) pools[Number(key.slice(0, key.indexOf("\n")))].push({ pay, want });
  return pools;
}

/** How many of the data's own answers are paid like honest ones and not wanted; undefined where none has both figures. */
async function ownAnswers(
  known: readonly KnownText[],
  tasks: readonly AuditedTask[],
  reference: Reference | undefined,
  scorer: CountedReward,
): Promise<{ readonly answers: number; readonly paid: number } | undefined> {
  if (reference === undefined) return undefined;
  let [answers, paid] = [0, 0];
  for (const { isOwn, prompt, completion, want } of known) {
    const task = isOwn ? tasks.find((one) => one.prompt === prompt) : undefined;
    const own = task === undefined ? null : reference.tasks[task.index].honest;
    if (task === undefined || own === null) continue;
    const gold = task.kind === "none" ? null : givesGold(completion, task.gold ?? "", task.kind);
    const made = want ?? (gold === null ? null : gold ? 1 : 0);
    const [scores] = await scorer.of([{ task, text: completion, made }]);
    if (scores.pay === null || scores.want === null) continue;
    answers += 1;
    if (scores.pay >= own.pay && scores.want < (own.want ?? 1)) paid += 1;
  }
  return answers === 0 ? undefined : { answers, paid };
}

function caveatsOf(
  scorers: readonly CountedReward[],
  reference: Reference | undefined,
  tasks: readonly AuditedTask[],
  { want, signal, attacker }: TextAuditOptions,
): string[] {
  const sum = (count: (one: CountedReward) => number) => scorers.reduce((all, one) => all + count(one), 0);
  const errors = sum((one) => one.errors);
  const first = scorers.map(({ firstError }) => firstError).find((error) => error !== undefined);
  const unscored = sum((one) => one.unscored) - errors;
  return [
    ...(reference?.form === undefined
      ? []
      : [`honest answers are paid best in this form: ${JSON.stringify(reference.form.text)}`]),
    ...(reference?.honest !== undefined && apart(reference) === 0
      ? [
          "no form of an honest answer was paid more than a wrong one: give honest answers as you want them, --columns honest=NAME",
        ]
      : []),
    ...(want === undefined && tasks.some(({ kind }) => kind !== "none")
      ? ["what is wanted is known by how each text was made from the gold answer"]
      : []),
    ...(errors > 0 && first !== undefined
      ? [
          `the reward failed on ${errors} texts, which have no pay${scorers.some(({ isBroken }) => isBroken) ? ", and was not asked further" : ""}: ${messageOf(first)}`,
        ]
      : []),
    ...(unscored > 0 ? [`${unscored} texts have no score`] : []),
    ...(attacker?.caveats() ?? []),
    ...(signal?.aborted === true ? ["the search was stopped before its end"] : []),
    "a search that finds nothing is no proof",
  ];
}
