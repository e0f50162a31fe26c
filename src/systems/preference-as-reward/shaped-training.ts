// A writer that is paid a shaped proxy: policy gradients with a KL penalty on each token, far beyond the peak of gold.

import { type SoftmaxTable, softmaxTable } from "../../algorithms/tabular/softmax-policy.ts";
import {
  addScores,
  discountedReturns,
  record,
  type Trajectory,
  trajectory,
} from "../../algorithms/tabular/trajectory.ts";
import { Random } from "../../core/random.ts";
import { deviation, mean } from "../../evaluation/statistics/moments.ts";
import { studyJob } from "../../study/study.ts";
import {
  contextOf,
  drawnHackableWorld,
  type HackableWorld,
  LENGTH,
  PROMPTS,
  policyDivergence,
  SYMBOLS,
  write,
} from "./hackable-writer.ts";
import {
  clippedReward,
  logSigmoidReward,
  preferenceReward,
  referencedReward,
  scaledReward,
  sigmoid,
} from "./shaped-rewards.ts";
import { PREFERENCE, RAW, REFERENCES } from "./tilts.ts";

/** Of all scores so far. */
interface RunningScores {
  readonly mean: number;
  readonly deviation: number;
  readonly least: number;
  readonly most: number;
}

/** Pay of a prompt's answers from their scores, its references' scores, another prompt's, and what scores were so far. */
type Pay = (
  scores: Float64Array,
  references: Float64Array,
  others: Float64Array,
  running: RunningScores,
) => Float64Array;

export const PAID = {
  [RAW]: (scores) => scores,
  "mean and deviation": (scores, _, __, { mean, deviation }) => scaledReward(scores, mean, deviation),
  "least and most": (scores, _, __, { least, most }) => scaledReward(scores, least, most - least),
  clip: (scores, _, __, { mean, deviation }) => clippedReward(scores, mean - deviation, mean + deviation),
  "log-sigmoid": (scores, references) => logSigmoidReward(scores, references),
  [PREFERENCE]: (scores, references) => preferenceReward(scores, references),
  "PAR, one reference": (scores, references) => preferenceReward(scores, references.subarray(0, 1)),
  "PAR, references of another prompt": (scores, _, others) => preferenceReward(scores, others),
  "σ(3(Δ − 3)), slow then fast": (scores, references) =>
    referencedReward(scores, references, (x) => sigmoid(3 * (x - 3))),
} as const satisfies Readonly<Record<string, Pay>>;
export type Paid = keyof typeof PAID;
export const PAYS = Object.keys(PAID).filter((name): name is Paid => name in PAID);
/** Costs of a nat a token. */
export const PENALTIES = [0.01, 0.025, 0.06, 0.15, 0.4, 1] as const;

/** Answers to each prompt in a step, steps, and the size of one. */
const GROUP = 16;
export const STEPS = 600;
const RATE = 4;
/** Steps whose gold is taken together. */
export const WINDOW = 20;

export interface ShapedJob {
  readonly seed: number;
  readonly pay: Paid;
  readonly penalty: number;
}

export interface ShapedRun {
  /** Mean gold and raw proxy of what was written in each window less those of the reference, [STEPS / WINDOW]. */
  readonly golds: readonly number[];
  readonly proxies: readonly number[];
  /** KL at the end of each window, in nats an answer. */
  readonly divergences: readonly number[];
}

export const shapedTraining = studyJob(import.meta.url, shapedRun);

/**
 * One on-policy step for each batch, so that the clip of PPO never acts; γ = λ = 1, a value for each prompt and position as the critic,
 * advantages whitened over the batch.
 */
export async function shapedRun({ seed, pay, penalty }: ShapedJob): Promise<ShapedRun> {
  const world = drawnHackableWorld(Random.of(seed, "world"));
  const { reference } = world;
  const known = referenceScores(world, Random.of(seed, "references"));
  const table = softmaxTable(reference.length / SYMBOLS, SYMBOLS, reference.map(Math.log));
  const random = Random.of(seed, "training");
  const running = runningScores();
  const batch = emptyBatch();
  const critic = new Float64Array(PROMPTS * LENGTH);
  const golds = new Float64Array(STEPS / WINDOW);
  const proxies = new Float64Array(STEPS / WINDOW);
  const divergences = new Float64Array(STEPS / WINDOW);
  for (let step = 0; step < STEPS; step++) {
    const window = Math.floor(step / WINDOW);
    for (let prompt = 0; prompt < PROMPTS; prompt++) {
      const scores = new Float64Array(GROUP);
      for (let k = 0; k < GROUP; k++) {
        const { tokens } = batch[prompt * GROUP + k];
        write(table.policy, prompt, tokens, random);
        scores[k] = world.proxy(prompt, tokens);
        running.watch(scores[k]);
        golds[window] += (world.gold(prompt, tokens) - known.gold) / (ROWS * WINDOW);
        proxies[window] += (scores[k] - known.proxy) / (ROWS * WINDOW);
      }
      const paid = PAID[pay](scores, known.scores[prompt], known.scores[(prompt + 1) % PROMPTS], running.now());
      for (let k = 0; k < GROUP; k++) {
        penalised(batch[prompt * GROUP + k], { prompt, paid: paid[k], penalty, reference, policy: table.policy });
      }
    }
    climb(batch, critic, table);
    divergences[window] = policyDivergence(table.policy, reference);
  }
  return { golds: [...golds], proxies: [...proxies], divergences: [...divergences] };
}

const ROWS = PROMPTS * GROUP;

interface Written {
  readonly tokens: Int32Array;
  readonly path: Trajectory;
  /** Rewards to come at each token, then advantages. */
  readonly returns: Float64Array;
}

const emptyBatch = (): Written[] =>
  Array.from({ length: ROWS }, () => ({
    ...{ tokens: new Int32Array(LENGTH), path: trajectory(LENGTH), returns: new Float64Array(LENGTH) },
  }));

interface Penalised {
  readonly prompt: number;
  readonly paid: number;
  readonly penalty: number;
  readonly reference: Float64Array;
  readonly policy: Float64Array;
}

/** The pay on the last token; on each one the penalty times ln π/π_ref. */
function penalised({ tokens, path }: Written, { prompt, paid, penalty, reference, policy }: Penalised): void {
  path.length = 0;
  for (let k = 0; k < LENGTH; k++) {
    const row = contextOf(prompt, tokens, k);
    const at = row * SYMBOLS + tokens[k];
    const cost = penalty * Math.log(policy[at] / reference[at]);
    record(path, row, tokens[k], (k === LENGTH - 1 ? paid : 0) - cost);
  }
}

/** One step up the gradient, whose advantages it takes from the critic that it then corrects. */
function climb(batch: readonly Written[], critic: Float64Array, table: SoftmaxTable): void {
  const means = new Float64Array(critic.length);
  const all: number[] = [];
  for (const [row, { path, returns }] of batch.entries()) {
    discountedReturns(path, 1, returns);
    const from = Math.floor(row / GROUP) * LENGTH;
    for (let k = 0; k < LENGTH; k++) {
      means[from + k] += returns[k] / GROUP;
      returns[k] -= critic[from + k];
      all.push(returns[k]);
    }
  }
  const [centre, unit] = [mean(all), deviation(all) + 1e-8];
  const gradient = new Float64Array(table.logits.length);
  for (const { path, returns } of batch) {
    for (let k = 0; k < LENGTH; k++) returns[k] = (returns[k] - centre) / unit;
    addScores(path, returns, table.policy, SYMBOLS, gradient);
  }
  for (let k = 0; k < gradient.length; k++) table.logits[k] += (RATE * gradient[k]) / ROWS;
  table.refreshAll();
  for (let k = 0; k < critic.length; k++) critic[k] += CRITIC_RATE * (means[k] - critic[k]);
}

const CRITIC_RATE = 0.2;
/** Reference answers to each prompt from which the reference's means are taken. */
const MEASURED = 1000;

/** Scores of the stored reference answers of each prompt, and the reference policy's mean gold and proxy. */
function referenceScores(world: HackableWorld, random: Random) {
  const tokens = new Int32Array(LENGTH);
  let [gold, proxy] = [0, 0];
  const scores = Array.from({ length: PROMPTS }, (_, prompt) => {
    const all = Float64Array.from({ length: MEASURED }, () => {
      write(world.reference, prompt, tokens, random);
      gold += world.gold(prompt, tokens) / (MEASURED * PROMPTS);
      return world.proxy(prompt, tokens);
    });
    proxy += mean(all) / PROMPTS;
    return all.subarray(0, REFERENCES);
  });
  return { scores, gold, proxy };
}

/** Statistics of all scores of the run so far, which never forget. */
function runningScores() {
  let [count, centre, squares] = [0, 0, 0];
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  return {
    watch(score: number): void {
      count += 1;
      const gap = score - centre;
      centre += gap / count;
      squares += gap * (score - centre);
      least = Math.min(least, score);
      most = Math.max(most, score);
    },
    now: (): RunningScores => ({ mean: centre, deviation: Math.sqrt(squares / count), least, most }),
  };
}
