// Theorem 3 in the reconstruction: what some training tasks certify about a posterior over tool policies, on their own
// distribution and on another, and what it costs to have no rule that answers by what the tools have shown.

import { Random } from "../../core/random.ts";
import { PLACES, truthOf } from "../../environments/tools/zoom.ts";
import { atLeast, atMost, type Bound } from "../../study/bound.ts";
import { beside, type Control, claim, control, is } from "../../study/claim.ts";
import { type Figure, sampled, share } from "../../study/figure.ts";
import type { StudyResult } from "../../study/study.ts";
import { table } from "../../study/table.ts";
import { divergenceOf, gibbsPosterior, type PacBayesData, pacBayesBound, pacBayesKlBound } from "./pac-bayes.ts";
import { zoomStarts } from "./picture.ts";

const DELTA = 0.05;
/** Training tasks. */
const SIZES = [20, 50, 200] as const;
/** Digits of a picture are below this, and one call in ten shows another. */
const VALUES = 5;
const FAILURE = 0.1;
const ANSWERS = PLACES * (VALUES - 1) + 1;
/** Training asks for sums and maxima, the other distribution for single digits. */
const TRAINED = [0, 1];
const UNSEEN = [2, 3, 4];
/** What a wrong task costs in the exponent of a posterior: enough for both classes to follow their training tasks. */
const STRENGTH = 10;
/** Share of single digits in a distribution that is partly another. */
const PART = 0.2;

/** A tool policy has one choice for each of three calls (a place, or stop) and one rule that answers. */
const CHOICES = 4;
const POLICIES = CHOICES ** (PLACES + 1);
const STOP = PLACES;

interface Task {
  /** Its chance, and that of all tasks up to it. */
  readonly weight: number;
  readonly reached: number;
  /** What all three calls show, with the question: the context of an answer; and what is right. */
  readonly context: number;
  readonly truth: number;
  /** [policies] 1 where the answer is wrong. */
  readonly wrong: Uint8Array;
}

function tasksOf(questions: readonly number[]): Task[] {
  let reached = 0;
  return zoomStarts(VALUES, questions, FAILURE).map(({ weight, parts: { picture, shown, question } }) => {
    const [asked] = question;
    const truth = truthOf(asked, picture);
    const wrong = Uint8Array.from({ length: POLICIES }, (_, k) => (answerOf(k, asked, shown) === truth ? 0 : 1));
    reached += weight;
    return { weight, reached, context: shown.reduce((code, digit) => code * VALUES + digit, asked), truth, wrong };
  });
}

/** [policies] chance of a wrong answer. */
function lossesOn(tasks: readonly Task[]): Float64Array {
  const losses = new Float64Array(POLICIES);
  for (const { weight, wrong } of tasks) for (let k = 0; k < POLICIES; k++) losses[k] += weight * wrong[k];
  return losses;
}

const seen = new Float64Array(PLACES);

/** The answer of a policy, by number: its lowest digit to base 4 is the rule, the others the calls. */
function answerOf(policy: number, question: number, shown: readonly number[]): number {
  seen.fill(0);
  let last = 0;
  for (let left = Math.floor(policy / CHOICES), call = 0; call < PLACES; call++, left = Math.floor(left / CHOICES)) {
    const place = left % CHOICES;
    if (place === STOP) break;
    last = shown[place];
    seen[place] = last;
  }
  // As asked, or for every question the sum, the maximum, or what was shown last.
  const rule = policy % CHOICES;
  return rule === 3 ? last : truthOf(rule === 0 ? question : rule - 1, seen);
}

function drawTask(tasks: readonly Task[], random: Random): Task {
  const at = random.uniform() * tasks[tasks.length - 1].reached;
  let [low, high] = [0, tasks.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tasks[middle].reached > at) high = middle;
    else low = middle + 1;
  }
  return tasks[low];
}

const mixed = (weights: Float64Array, of: Float64Array) => weights.reduce((sum, weight, k) => sum + weight * of[k], 0);

/**
 * The same posterior over tables with an answer of its own for every context, calls of all places given for nothing: it is a
 * product over contexts, and even where none was trained. Its divergence, and its loss on `others`.
 */
function answerTable(drawn: readonly Task[], others: readonly Task[]) {
  const even = new Float64Array(ANSWERS).fill(1 / ANSWERS);
  const errors = new Map<number, Float64Array>();
  for (const { context, truth } of drawn) {
    const own = errors.get(context) ?? new Float64Array(ANSWERS);
    errors.set(context, own);
    for (let answer = 0; answer < ANSWERS; answer++) if (answer !== truth) own[answer] += 1;
  }
  const posteriors = new Map([...errors].map(([context, own]) => [context, gibbsPosterior(own, STRENGTH)]));
  let [right, before] = [0, 0];
  for (const { reached, context, truth } of others) {
    right += (reached - before) * (posteriors.get(context) ?? even)[truth];
    before = reached;
  }
  const divergence = [...posteriors.values()].reduce((sum, own) => sum + divergenceOf(own, even), 0);
  return { divergence, loss: 1 - right };
}

/** What one training set came to: bounds with the root and with kl, losses, and the class that learns answers by context. */
interface Certified {
  readonly bounds: readonly [root: number, kl: number];
  readonly loss: number;
  readonly unseen: number;
  readonly divergence: number;
  readonly table: ReturnType<typeof answerTable>;
}

type Measure = (run: Certified) => number;

/** Claims on `resamples` training sets of every size. */
export function transferClaims(seed: number, resamples: number): StudyResult {
  const [trained, unseen] = [TRAINED, UNSEEN].map(tasksOf);
  const [losses, otherLosses] = [trained, unseen].map(lossesOn);
  const prior = new Float64Array(POLICIES).fill(1 / POLICIES);
  const learn = (tasks: number, random: Random): Certified => {
    const drawn = Array.from({ length: tasks }, () => drawTask(trained, random));
    const errors = new Float64Array(POLICIES);
    for (const { wrong } of drawn) for (let k = 0; k < POLICIES; k++) errors[k] += wrong[k];
    const posterior = gibbsPosterior(errors, STRENGTH);
    const divergence = divergenceOf(posterior, prior);
    const data = { loss: Math.min(1, mixed(posterior, errors) / tasks), divergence, tasks, delta: DELTA };
    return {
      bounds: [pacBayesBound(data), pacBayesKlBound(data)],
      loss: mixed(posterior, losses),
      unseen: mixed(posterior, otherLosses),
      divergence,
      table: answerTable(drawn, unseen),
    };
  };
  const found = SIZES.map((tasks) => {
    const random = Random.of(seed, "tool-augmented tasks", tasks);
    return [`n = ${tasks}`, Array.from({ length: resamples }, () => learn(tasks, random))] as const;
  });
  const mean = (runs: readonly Certified[], of: Measure): Figure => sampled(runs.map(of));
  const shareOf = (runs: readonly Certified[], of: Measure) => share(runs.filter(of).length, resamples);
  const each = (
    name: string,
    figure: typeof mean,
    of: Measure,
    bound: Bound,
    also: [label: string, of: Measure][] = [],
  ) =>
    claim(
      name,
      found.flatMap(([size, runs]) => [
        is(figure(runs, of), bound, size),
        ...also.map(([label, other]) => beside(label, mean(runs, other))),
      ]),
    );
  const violated = (form: 0 | 1) => (run: Certified) => (run.loss > run.bounds[form] ? 1 : 0);
  // Single digits are no sums and no maxima: the total variation is 1, where any bound holds, and of a mixture it is its share.
  const held = (run: Certified) => ((1 - PART) * run.loss + PART * run.unseen <= run.bounds[0] + PART ? 1 : 0);
  const sets = `share of ${resamples} training sets`;
  return {
    claims: [
      each(
        `in the spirit of theorem 3: ${sets} whose bound with the root is violated`,
        shareOf,
        violated(0),
        atMost(DELTA),
      ),
      each(`${sets} whose bound with kl is violated`, shareOf, violated(1), atMost(DELTA)),
      each(
        `sums and maxima trained, single digits in a share of ${PART} of the tasks: ${sets} with loss ≤ bound + total variation ${PART}`,
        shareOf,
        held,
        atLeast(0.95),
        [["bound", ({ bounds }) => bounds[0]]],
      ),
      each(
        "answers of every context learnt by themselves: divergence over that of the tool policies",
        mean,
        ({ table: own, divergence }) => own.divergence / divergence,
        atLeast(3),
        [["nats", (run) => run.table.divergence]],
      ),
      each(
        "answers of every context learnt by themselves: loss on single digits less that of the tool policies",
        mean,
        (run) => run.table.loss - run.unseen,
        atLeast(0.2),
        [["loss", (run) => run.table.loss]],
      ),
    ],
    controls: [ownPrior(seed, resamples)],
    tables: [
      table(
        "tool policies, by the number of training tasks",
        found.map(([size, runs]) => {
          const [loss, certified] = [mean(runs, (run) => run.loss), mean(runs, ({ bounds }) => bounds[1])];
          const [KL, unasked] = [mean(runs, (run) => run.divergence), mean(runs, (run) => run.unseen)];
          return [size, { loss, certified, KL, "on single digits": unasked }];
        }),
      ),
    ],
  };
}

/** The best of 256 coins on 20 tasks, taken as its own prior. */
function ownPrior(seed: number, resamples: number): Control {
  const tasks = 20;
  const random = Random.of(seed, "tool-augmented coins");
  const runs = Array.from({ length: resamples }, () => {
    let least = tasks;
    for (let policy = 0; policy < POLICIES; policy++) {
      let errors = 0;
      for (let task = 0; task < tasks; task++) if (random.uniform() < 0.5) errors += 1;
      least = Math.min(least, errors);
    }
    return { loss: least / tasks, divergence: 0, tasks, delta: DELTA };
  });
  const violated = (of: (data: PacBayesData) => number) => share(runs.filter((run) => of(run) < 0.5).length, resamples);
  return control(
    "256 coins, the one that the data chose as its own prior (divergence 0): share of sets that violate the bound with kl",
    [
      is(violated(pacBayesKlBound), atMost(DELTA)),
      beside("with the root, by the binomial distribution 0.0502,", violated(pacBayesBound)),
      beside(
        "with the legal divergence ln 256",
        violated((run) => pacBayesKlBound({ ...run, divergence: Math.log(POLICIES) })),
      ),
    ],
  );
}
