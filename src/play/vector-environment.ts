// Several copies of a world side by side, writing straight into one batch. Copies that end begin again at once; what they
// showed last is kept for those whose value still counts (truncated episodes).

import type { Agent } from "../core/agent.ts";
import type { TrainingContext } from "../core/algorithm.ts";
import { Status } from "../core/environment.ts";
import { UserError } from "../core/errors.ts";
import type { RewardPlan } from "../core/reward.ts";
import { RewardMemory } from "../core/reward-memory.ts";

/** What a finished episode came to. */
export interface EpisodeTotals {
  /** [agents] sum of pay. */
  readonly pay: Float64Array;
  /** Mean over agents of the objective's sum over steps. */
  readonly objective: number;
  readonly steps: number;
}

/** A batch of worlds. Arrays are reused by every step. */
export interface VectorEnvironment {
  readonly copies: number;
  /** [copies × agents × observationSize], scaled. */
  readonly observations: Float32Array;
  /** The same as seen before a reset, for copies that ended in the last step. */
  readonly lastObservations: Float32Array;
  /** [copies × agents] */
  readonly pay: Float64Array;
  /** What the further rewards would have paid, [copies × agents] each. */
  readonly further: readonly Float64Array[];
  /** [copies] */
  readonly status: Uint8Array;
  /** Takes [copies × agents × actionSize] for learning seats; the others act for themselves. */
  step(actions: Float64Array): void;
  /** Episodes that ended since the last call, oldest first. */
  finished(): EpisodeTotals[];
}

/**
 * Makes and resets the copies; `rewards` are computed beside the pay and paid to nobody. `scale` is of what is observed, and in
 * `memory` rewards keep what outlives their episodes and these copies.
 */
export function vectorEnvironment(
  context: TrainingContext,
  copies: number,
  rewards: readonly RewardPlan[] = [],
  scale = observationScale(context.spec),
  memory = RewardMemory.empty(),
): VectorEnvironment {
  const { spec, partners } = context;
  const n = spec.agents.length;
  const O = spec.observationSize;
  const A = spec.actionSize;
  const random = context.random.stream("environments");
  const observations = new Float32Array(copies * n * O);
  const lastObservations = new Float32Array(copies * n * O);
  const pay = new Float64Array(copies * n);
  const further = rewards.map(() => new Float64Array(copies * n));
  const status = new Uint8Array(copies);
  const done: EpisodeTotals[] = [];
  const worlds = Array.from({ length: copies }, (_, c) => {
    const seen = new Float32Array(n * O);
    return {
      environment: context.makeEnvironment(),
      reward: context.makeReward(memory.part("pay")),
      objective: context.makeObjective(memory.part("objective")),
      further: rewards.map((plan, k) => ({
        reward: plan(spec, memory.part(k)),
        pay: further[k].subarray(c * n, (c + 1) * n),
      })),
      partners: partners.map((plan, seat): Agent | undefined =>
        plan?.({ ...context, seat, memo: (_key, compute) => compute(), directory: "." }),
      ),
      outcomes: new Float64Array(n * spec.channels.length),
      actions: new Float64Array(n * A),
      pay: pay.subarray(c * n, (c + 1) * n),
      wanted: new Float64Array(n),
      totals: new Float64Array(n),
      objectiveTotal: 0,
      steps: 0,
      episode: 0,
      rng: random,
      seen,
      rows: spec.agents.map((_, i) => seen.subarray(i * O, (i + 1) * O)),
    };
  });

  const observe = (c: number, into: Float32Array): void => {
    const world = worlds[c];
    world.environment.observe(world.seen);
    const offset = c * n * O;
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < O; k++) {
        into[offset + i * O + k] = (world.seen[i * O + k] - scale.shift[k]) * scale.factor[k];
      }
    }
  };

  const begin = (c: number): void => {
    const world = worlds[c];
    world.rng = random.stream(c, world.episode);
    world.environment.reset(world.rng, world.outcomes);
    world.reward.reset(world.outcomes);
    world.objective.reset(world.outcomes);
    for (const { reward } of world.further) reward.reset(world.outcomes);
    world.totals.fill(0);
    world.objectiveTotal = 0;
    world.steps = 0;
    world.partners.forEach((partner, seat) => {
      if (partner?.reset(world.rng.stream("partner", seat)) !== undefined) throw slow();
    });
    observe(c, observations);
  };

  for (let c = 0; c < copies; c++) begin(c);

  return {
    copies,
    observations,
    lastObservations,
    pay,
    further,
    status,
    step(actions) {
      for (let c = 0; c < copies; c++) {
        const world = worlds[c];
        world.actions.set(actions.subarray(c * n * A, (c + 1) * n * A));
        for (let i = 0; i < n; i++) {
          const partner = world.partners[i];
          if (partner?.act(world.rows[i], world.actions.subarray(i * A, (i + 1) * A)) !== undefined) throw slow();
        }
        const ended = world.environment.step(world.actions, world.outcomes, world.rng);
        world.reward.pay(world.outcomes, ended, world.pay);
        world.objective.pay(world.outcomes, ended, world.wanted);
        for (const one of world.further) one.reward.pay(world.outcomes, ended, one.pay);
        status[c] = ended;
        world.steps += 1;
        for (let i = 0; i < n; i++) {
          world.totals[i] += world.pay[i];
          world.objectiveTotal += world.wanted[i] / n;
          world.partners[i]?.receive?.(world.pay[i], ended);
        }
        if (ended === Status.running) {
          observe(c, observations);
          continue;
        }
        observe(c, lastObservations);
        done.push({ pay: world.totals.slice(), objective: world.objectiveTotal, steps: world.steps });
        world.episode += 1;
        begin(c);
      }
    },
    finished: () => done.splice(0),
  };
}

/** Observations as learners see them: (x − shift)·factor, [observationSize] each. */
export interface ObservationScale {
  readonly shift: Float64Array;
  readonly factor: Float64Array;
}

/** Brings an observation's bounded numbers, or their usual range, to [−1, 1]; unbounded ones stay as they are, all of them where `scaled` is false. */
export function observationScale(spec: TrainingContext["spec"], scaled = true): ObservationScale {
  const shift = new Float64Array(spec.observationSize);
  const factor = new Float64Array(spec.observationSize).fill(1);
  let at = 0;
  for (const { size, low: least, high: most, usual = [least, most] } of spec.observation) {
    const [low, high] = usual;
    for (let k = 0; k < size; k++, at++) {
      if (!scaled || !Number.isFinite(low) || !Number.isFinite(high) || high <= low) continue;
      shift[at] = (low + high) / 2;
      factor[at] = 2 / (high - low);
    }
  }
  return { shift, factor };
}

/** Names of streams in use would be lost on a partner that answers later. */
function slow(): UserError {
  return new UserError({
    code: "slow-partner",
    what: "an agent that answers later (a program) cannot sit beside learners",
    hint: "let it play against trained agents instead",
  });
}
