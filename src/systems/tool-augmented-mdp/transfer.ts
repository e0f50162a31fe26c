// Theorem 3 in the reconstruction: what some training tasks certify about a posterior over tool policies, on their own
// distribution and on another, and what it costs to have no rule that answers by what the tools have shown.

import { Random } from "../../core/random.ts";
import { PLACES, truthOf } from "../../environments/tools/zoom.ts";
import {
  divergenceOf,
  gibbsPosterior,
  type PacBayesData,
  pacBayesBound,
  pacBayesKlBound,
} from "../../evaluation/statistics/pac-bayes.ts";
import { type Check, type Control, holds } from "../../study/legacy.ts";
import { zoomStarts } from "./zoom-starts.ts";

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

/** Tasks of some questions with their chances, summed up, and which policies fail in each. */
interface Tasks {
  readonly summed: Float64Array;
  /** [tasks × policies] 1 where the answer is wrong. */
  readonly wrong: Uint8Array;
  /** [policies] chance of a wrong answer. */
  readonly losses: Float64Array;
  /** [tasks] what all three calls show, with the question: the context of an answer; and what is right. */
  readonly contexts: Int32Array;
  readonly truths: Int32Array;
}

function tasksOf(questions: readonly number[]): Tasks {
  const starts = zoomStarts(VALUES, questions, FAILURE);
  const summed = new Float64Array(starts.length);
  const wrong = new Uint8Array(starts.length * POLICIES);
  const losses = new Float64Array(POLICIES);
  const contexts = new Int32Array(starts.length);
  const truths = new Int32Array(starts.length);
  let total = 0;
  for (const [task, { weight, parts }] of starts.entries()) {
    const [question] = parts.question;
    total += weight;
    summed[task] = total;
    truths[task] = truthOf(question, parts.picture);
    contexts[task] = parts.shown.reduce((code, digit) => code * VALUES + digit, question);
    for (let policy = 0; policy < POLICIES; policy++) {
      if (answerOf(policy, question, parts.shown) === truths[task]) continue;
      wrong[task * POLICIES + policy] = 1;
      losses[policy] += weight;
    }
  }
  return { summed, wrong, losses, contexts, truths };
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
  // As asked, or whatever is asked the sum, the maximum, or what was shown last.
  const rule = policy % CHOICES;
  return rule === 3 ? last : truthOf(rule === 0 ? question : rule - 1, seen);
}

function drawTask({ summed }: Tasks, random: Random): number {
  const at = random.uniform() * summed[summed.length - 1];
  let [low, high] = [0, summed.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (summed[middle] > at) high = middle;
    else low = middle + 1;
  }
  return low;
}

const mixed = (weights: Float64Array, of: Float64Array) => weights.reduce((sum, weight, k) => sum + weight * of[k], 0);

/** What one training set came to. */
interface Learnt {
  readonly bounds: readonly [root: number, kl: number];
  readonly loss: number;
  readonly unseen: number;
  readonly divergence: number;
  /** The class that learns an answer for every context of its own. */
  readonly tableDivergence: number;
  readonly tableUnseen: number;
}

function learn(trained: Tasks, unseen: Tasks, tasks: number, random: Random): Learnt {
  const drawn = Array.from({ length: tasks }, () => drawTask(trained, random));
  const errors = new Float64Array(POLICIES);
  for (const task of drawn) for (let k = 0; k < POLICIES; k++) errors[k] += trained.wrong[task * POLICIES + k];
  const posterior = gibbsPosterior(errors, STRENGTH);
  const divergence = divergenceOf(posterior, new Float64Array(POLICIES).fill(1 / POLICIES));
  const data: PacBayesData = { loss: Math.min(1, mixed(posterior, errors) / tasks), divergence, tasks, delta: DELTA };
  const table = answerTable(trained, drawn);
  return {
    bounds: [pacBayesBound(data), pacBayesKlBound(data)],
    loss: mixed(posterior, trained.losses),
    unseen: mixed(posterior, unseen.losses),
    divergence,
    tableDivergence: table.divergence,
    tableUnseen: table.lossOn(unseen),
  };
}

/**
 * The same posterior over tables with an answer of its own for every context, calls of all places given for nothing: it is a
 * product over contexts, and even where none was trained.
 */
function answerTable(trained: Tasks, drawn: readonly number[]) {
  const even = new Float64Array(ANSWERS).fill(1 / ANSWERS);
  const errors = new Map<number, Float64Array>();
  for (const task of drawn) {
    const context = trained.contexts[task];
    const own = errors.get(context) ?? new Float64Array(ANSWERS);
    errors.set(context, own);
    for (let answer = 0; answer < ANSWERS; answer++) if (answer !== trained.truths[task]) own[answer] += 1;
  }
  const posteriors = new Map([...errors].map(([context, own]) => [context, gibbsPosterior(own, STRENGTH)]));
  return {
    divergence: [...posteriors.values()].reduce((sum, own) => sum + divergenceOf(own, even), 0),
    lossOn(tasks: Tasks) {
      const { summed, contexts, truths } = tasks;
      let right = 0;
      for (let task = 0; task < truths.length; task++) {
        const chance = summed[task] - (task > 0 ? summed[task - 1] : 0);
        right += chance * (posteriors.get(contexts[task]) ?? even)[truths[task]];
      }
      return 1 - right;
    },
  };
}

/** `resamples` training sets of every size. */
export function transferChecks(
  seed: number,
  resamples: number,
): { readonly checks: Check[]; readonly measured: string } {
  const [trained, unseen] = [TRAINED, UNSEEN].map(tasksOf);
  const found = SIZES.map((tasks) => {
    const random = Random.of(seed, "tool-augmented tasks", tasks);
    return { tasks, runs: Array.from({ length: resamples }, () => learn(trained, unseen, tasks, random)) };
  });
  const share = (runs: readonly Learnt[], is: (run: Learnt) => boolean) => runs.filter(is).length / runs.length;
  const mean = (runs: readonly Learnt[], of: (run: Learnt) => number) =>
    runs.reduce((sum, run) => sum + of(run), 0) / runs.length;
  const each = (say: (runs: readonly Learnt[]) => string) =>
    found.map(({ tasks, runs }) => `n = ${tasks}: ${say(runs)}`).join("; ");
  const every = (is: (runs: readonly Learnt[]) => boolean) => found.every(({ runs }) => is(runs));
  const violated = (form: 0 | 1) => (runs: readonly Learnt[]) => share(runs, ({ bounds, loss }) => loss > bounds[form]);
  // Single digits are no sums and no maxima: the total variation is 1, and of the mixture it is its share.
  const held = (moved: number) => (runs: readonly Learnt[]) =>
    share(runs, ({ bounds, loss, unseen: other }) => (1 - moved) * loss + moved * other <= bounds[0] + moved);
  const times = (runs: readonly Learnt[]) => mean(runs, (run) => run.tableDivergence / run.divergence);
  const behind = (runs: readonly Learnt[]) => mean(runs, (run) => run.tableUnseen - run.unseen);
  return {
    checks: [
      holds(
        `in the spirit of theorem 3: share of ${resamples} training sets whose bound is violated, with the root and with kl`,
        `≤ δ = ${DELTA}`,
        each((runs) => `${violated(0)(runs)}, ${violated(1)(runs)}`),
        every((runs) => violated(0)(runs) <= DELTA && violated(1)(runs) <= DELTA),
      ),
      holds(
        "sums and maxima trained, single digits asked: loss ≤ bound + total variation, which is 1 and makes it empty",
        "in ≥ 95%",
        each((runs) => `${100 * held(1)(runs)}%`),
        every((runs) => held(1)(runs) >= 0.95),
      ),
      holds(
        `the same with single digits in a share of ${PART} of the tasks: total variation ${PART}`,
        "in ≥ 95%",
        each(
          (runs) => `${100 * held(PART)(runs)}%, bound ${mean(runs, ({ bounds }) => bounds[0]).toFixed(3)} + ${PART}`,
        ),
        every((runs) => held(PART)(runs) >= 0.95),
      ),
      holds(
        "answers of every context learnt by themselves: divergence over that of the tool policies",
        "≥ 3",
        each((runs) => `${times(runs).toFixed(1)} (${mean(runs, (run) => run.tableDivergence).toFixed(1)} nats)`),
        every((runs) => times(runs) >= 3),
      ),
      holds(
        "the same: loss on single digits less that of the tool policies",
        "≥ 0.2",
        each((runs) => `${behind(runs).toFixed(3)} (${mean(runs, (run) => run.tableUnseen).toFixed(3)})`),
        every((runs) => behind(runs) >= 0.2),
      ),
    ],
    measured: `tool policies: ${each((runs) => `KL ${mean(runs, (run) => run.divergence).toFixed(2)}, loss ${mean(runs, (run) => run.loss).toFixed(3)}, certified ${mean(runs, ({ bounds }) => bounds[1]).toFixed(3)}, on single digits ${mean(runs, (run) => run.unseen).toFixed(3)}`)}`,
  };
}

/** The best of 256 coins on 20 tasks, taken as its own prior. */
export function ownPriorControl(seed: number, resamples: number): Control {
  const tasks = 20;
  const random = Random.of(seed, "tool-augmented coins");
  let [byRoot, byKl, legal] = [0, 0, 0];
  for (let run = 0; run < resamples; run++) {
    let least = tasks;
    for (let policy = 0; policy < POLICIES; policy++) {
      let errors = 0;
      for (let task = 0; task < tasks; task++) if (random.uniform() < 0.5) errors += 1;
      least = Math.min(least, errors);
    }
    const illegal = { loss: least / tasks, divergence: 0, tasks, delta: DELTA };
    if (pacBayesBound(illegal) < 0.5) byRoot += 1 / resamples;
    if (pacBayesKlBound(illegal) < 0.5) byKl += 1 / resamples;
    if (pacBayesKlBound({ ...illegal, divergence: Math.log(POLICIES) }) < 0.5) legal += 1 / resamples;
  }
  return {
    name: "256 coins, the one that the data chose as its own prior (divergence 0): the bound with kl is violated in at most δ of the sets",
    failed: byKl > DELTA,
    measured: `violated in ${byKl.toFixed(3)} with kl, ${byRoot.toFixed(3)} with the root (exactly 0.0502); with the legal divergence ln 256 in ${legal.toFixed(3)}`,
  };
}
