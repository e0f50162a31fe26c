// Proximal policy optimisation (Schulman et al., arXiv 1707.06347) for one or many learning seats. Independent learners by
// default; `shared` gives all seats one network, `critic: central` lets each value function see everybody (MAPPO,
// arXiv 2103.01955). Details follow "The 37 implementation details of PPO" (Huang et al., 2022): orthogonal starts, Adam
// with ε = 1e-5, annealed rate, clipped value loss, normalised advantages in each minibatch, clipped gradient norm.

import { z } from "zod";
import type { AlgorithmPlan, Training, TrainingCheckpoint, TrainingContext, UpdateReport } from "../core/algorithm.ts";
import { Status } from "../core/environment.ts";
import { UserError } from "../core/errors.ts";
import type { Random } from "../core/random.ts";
import { type Bound, bind } from "../core/registry.ts";
import { jit, np, valueAndGrad } from "../nn/jax.ts";
import { adam, linearSchedule } from "../nn/optimiser.ts";
import type { Weights } from "../nn/parameters.ts";
import { type ActorCritic, actorCritic, policyPlayer } from "./actor-critic.ts";
import { generalisedAdvantages, normalise } from "./advantage.ts";
import { type EpisodeTotals, type VectorEnvironment, vectorEnvironment } from "./vector-environment.ts";

const parameters = z.strictObject({
  steps: z.int().min(1).default(100_000).describe("environment steps of training, over all copies"),
  copies: z.int().min(1).max(4096).default(8).describe("copies of the world that are played side by side"),
  rollout: z.int().min(1).max(65_536).default(128).describe("steps of each copy between updates"),
  epochs: z.int().min(1).max(1000).default(4).describe("passes over each batch"),
  minibatches: z.int().min(1).max(4096).default(4).describe("parts of a batch, one gradient step each"),
  rate: z.number().gt(0).max(10).default(2.5e-4).describe("learning rate at the start"),
  anneal: z.boolean().default(true).describe("whether the rate falls to 0 over the training"),
  discount: z.number().min(0).max(1).default(0.99).describe("γ"),
  lambda: z.number().min(0).max(1).default(0.95).describe("λ of generalised advantage estimation"),
  clip: z.number().gt(0).max(10).default(0.2).describe("ε: how far a probability ratio may leave 1"),
  clipValue: z.boolean().default(true).describe("whether the value's step is clipped too"),
  entropy: z.number().min(0).max(10).default(0.01).describe("weight of the entropy bonus"),
  valueWeight: z.number().min(0).max(10).default(0.5).describe("weight of the value loss"),
  maxNorm: z.number().gt(0).default(0.5).describe("longest gradient"),
  hidden: z.array(z.int().min(1).max(4096)).max(8).default([64, 64]).describe("units of the hidden layers"),
  activation: z.enum(["tanh", "relu", "silu"]).default("tanh").describe("between the layers"),
  logDeviation: z
    .number()
    .min(-10)
    .max(5)
    .default(0)
    .describe("first log standard deviation of continuous actions, on a box of [−1, 1]"),
  shared: z.boolean().default(false).describe("one network for all learning seats"),
  critic: z
    .enum(["own", "central"])
    .default("own")
    .describe("whether a value function sees its seat's observation or everybody's"),
  scaleRewards: z
    .boolean()
    .default(true)
    .describe("divide pay by the running deviation of discounted returns, for learning only"),
  targetKl: z.number().gt(0).optional().describe("leave the epochs when the approximate KL divergence exceeds this"),
  segments: z
    .int()
    .min(1)
    .max(10_000)
    .default(10)
    .describe("parts of the training; each begins with new episodes, and between them it can be resumed"),
  mode: z.boolean().default(true).describe("trained players always play their most probable action; false: they draw"),
});

type Parameters = z.output<typeof parameters>;

export const ppo: Bound<AlgorithmPlan> = bind({
  id: "ppo",
  summary: "proximal policy optimisation; independent, shared or with a central critic",
  source: "Schulman et al., arXiv 1707.06347; Yu et al., arXiv 2103.01955",
  parameters,
  make: (p: Parameters): AlgorithmPlan => {
    if ((p.copies * p.rollout) % p.minibatches !== 0) {
      throw new UserError({
        code: "bad-batch",
        what: `a batch of ${p.copies} × ${p.rollout} steps cannot be cut into ${p.minibatches} equal parts`,
        path: ["minibatches"],
        hint: "choose a divisor",
      });
    }
    return { budget: p.steps, check() {}, train: (context, from) => training(context, p, from) };
  },
});

function training(context: TrainingContext, p: Parameters, from: TrainingCheckpoint | undefined): Training {
  const { spec, seats } = context;
  const updates = Math.ceil(p.steps / (p.rollout * p.copies));
  const segment = Math.ceil(updates / p.segments);
  const teams = p.shared ? [seats] : seats.map((seat) => [seat]);
  const learners = teams.map((team, k) => learner(context, p, team, updates, context.random.stream("learner", k)));
  const actions = new Float64Array(p.copies * spec.agents.length * spec.actionSize);
  let done = from?.updates ?? 0;
  if (from !== undefined) for (const [k, own] of learners.entries()) own.restore(named(from, `learner.${k}.`));
  let world = begin();

  /** New episodes, and streams named by the segment's number. */
  function begin(): VectorEnvironment {
    const random = context.random.stream("segment", done / segment);
    for (const [k, own] of learners.entries()) own.begin(random.stream("learner", k));
    return vectorEnvironment({ ...context, random }, p.copies);
  }

  return {
    update(): UpdateReport | undefined {
      if (done >= updates) return undefined;
      for (let t = 0; t < p.rollout; t++) {
        for (const own of learners) own.act(world, t, actions);
        world.step(actions);
        for (const own of learners) own.receive(world, t);
      }
      const measures = averaged(learners.map((own) => own.learn()));
      const episodes = episodeMeasures(world.finished());
      done += 1;
      if (done % segment === 0 && done < updates) world = begin();
      return { steps: done * p.rollout * p.copies, measures: { ...measures, ...episodes } };
    },
    checkpoint() {
      if (done % segment !== 0) return undefined;
      const tensors = learners.flatMap((own, k) =>
        own.save().map((tensor) => ({ ...tensor, name: `learner.${k}.${tensor.name}` })),
      );
      return { updates: done, tensors };
    },
    player(seat) {
      const own = learners.find((candidate) => candidate.seats.includes(seat));
      if (own === undefined) throw new Error(`seat ${seat} does not learn`);
      return policyPlayer(spec, own.network, seat, p.mode);
    },
    close() {
      for (const own of learners) own.close();
    },
  };
}

type Tensor = TrainingCheckpoint["tensors"][number];

/** The tensors of one learner, by name. */
function named({ tensors }: TrainingCheckpoint, prefix: string): ReadonlyMap<string, Float32Array> {
  return new Map(
    tensors.filter(({ name }) => name.startsWith(prefix)).map(({ name, data }) => [name.slice(prefix.length), data]),
  );
}

/** One network that serves one seat, or all of them, with its batch and its optimiser. */
interface Learner {
  readonly seats: readonly number[];
  readonly network: ActorCritic;
  /** Draws actions for its seats in every copy, at step t of the rollout. */
  act(world: VectorEnvironment, t: number, actions: Float64Array): void;
  /** Stores what step t paid and led to. */
  receive(world: VectorEnvironment, t: number): void;
  /** Epochs of minibatches over the rollout; the measures of the update. */
  learn(): Record<string, number>;
  /** A segment begins: takes its streams. */
  begin(random: Random): void;
  /** Everything that outlives a segment. */
  save(): Tensor[];
  /** Takes back what `save` gave; throws where a tensor is missing or of another size. */
  restore(tensors: ReadonlyMap<string, Float32Array>): void;
  close(): void;
}

function learner(
  context: TrainingContext,
  p: Parameters,
  seats: readonly number[],
  updates: number,
  random: Random,
): Learner {
  const { spec } = context;
  const n = spec.agents.length;
  const O = spec.observationSize;
  const C = p.critic === "central" ? n * O : O;
  const rows = p.copies * seats.length;
  const batch = p.rollout * rows;
  const size = batch / p.minibatches;
  const network = actorCritic(
    spec,
    { hidden: p.hidden, activation: p.activation, criticInputs: C, logDeviation: p.logDeviation },
    random.stream("weights"),
  );
  const E = network.encoding;
  const flat = network.parameters.flat;
  const gradient = new Float32Array(flat.length);
  const rate = p.anneal ? linearSchedule(p.rate, 0, updates * p.epochs * p.minibatches) : p.rate;
  const optimiser = adam(flat.length, { rate, epsilon: 1e-5, clip: p.maxNorm });
  const loss = lossOf(network, p);
  let hand = random.stream("actions");
  let shuffling = random.stream("minibatches");
  const scaling = rewardScale(rows, p.discount);
  const order = Int32Array.from({ length: batch }, (_, row) => row);
  const stored = {
    observations: new Float32Array(batch * O),
    critic: new Float32Array(batch * C),
    actions: new Float32Array(batch * E),
    logProbabilities: new Float32Array(batch),
    values: new Float32Array(batch),
    nextValues: new Float64Array(batch),
    rewards: new Float64Array(batch),
    status: new Uint8Array(batch),
  };

  /** Rows of this learner's seats out of a batch of everybody's observations. */
  const gather = (from: Float32Array, observations: Float32Array, critic: Float32Array): void => {
    for (let c = 0; c < p.copies; c++) {
      for (const [k, seat] of seats.entries()) {
        const row = c * seats.length + k;
        const at = (c * n + seat) * O;
        observations.set(from.subarray(at, at + O), row * O);
        critic.set(
          p.critic === "central" ? from.subarray(c * n * O, (c + 1) * n * O) : from.subarray(at, at + O),
          row * C,
        );
      }
    }
  };
  const later = { observations: new Float32Array(rows * O), critic: new Float32Array(rows * C) };

  return {
    seats,
    network,
    act(world, t, actions) {
      const first = t * rows;
      const observations = stored.observations.subarray(first * O, (first + rows) * O);
      const critic = stored.critic.subarray(first * C, (first + rows) * C);
      gather(world.observations, observations, critic);
      const { heads, values } = network.look(observations, critic, rows);
      for (let row = 0; row < rows; row++) {
        const at = first + row;
        const seat = seats[row % seats.length];
        stored.values[at] = values[row];
        stored.logProbabilities[at] = network.sample(heads, row, hand, stored.actions, at * E);
        const place = (Math.floor(row / seats.length) * n + seat) * spec.actionSize;
        network.decode(stored.actions, at * E, seat, actions, place);
      }
      // The value of where a step led is the next row's own; where an episode was cut off, receive has it already.
      if (t > 0) {
        for (let row = 0; row < rows; row++) {
          if (stored.status[first - rows + row] === Status.running) stored.nextValues[first - rows + row] = values[row];
        }
      }
    },
    receive(world, t) {
      const first = t * rows;
      let cutOff = false;
      for (let row = 0; row < rows; row++) {
        const copy = Math.floor(row / seats.length);
        stored.rewards[first + row] = world.pay[copy * n + seats[row % seats.length]];
        stored.status[first + row] = world.status[copy];
        if (world.status[copy] === Status.truncated) cutOff = true;
      }
      if (p.scaleRewards) scaling.apply(stored.rewards, stored.status, first);
      const last = t === p.rollout - 1;
      if (!cutOff && !last) return;
      gather(cutOff ? mixed(world, n * O) : world.observations, later.observations, later.critic);
      const { values } = network.look(later.observations, later.critic, rows);
      for (let row = 0; row < rows; row++) {
        const status = stored.status[first + row];
        if (status === Status.truncated || (last && status === Status.running))
          stored.nextValues[first + row] = values[row];
      }
    },
    learn() {
      const { advantages, returns } = generalisedAdvantages(
        {
          steps: p.rollout,
          environments: rows,
          rewards: stored.rewards,
          values: stored.values,
          nextValues: stored.nextValues,
          status: stored.status,
        },
        { discount: p.discount, lambda: p.lambda },
      );
      const sums: Record<string, number> = {};
      let taken = 0;
      for (let epoch = 0; epoch < p.epochs; epoch++) {
        shuffle(order, shuffling);
        let divergence = 0;
        for (let part = 0; part < p.minibatches; part++) {
          const chosen = order.subarray(part * size, (part + 1) * size);
          const advantage = picked(advantages, chosen, 1);
          normalise(advantage);
          const [[total, aux], gradients] = loss(
            network.parameters.weights(),
            np.array(picked(stored.observations, chosen, O)).reshape([size, O]),
            np.array(picked(stored.critic, chosen, C)).reshape([size, C]),
            np.array(picked(stored.actions, chosen, E)).reshape([size, E]),
            np.array(picked(stored.logProbabilities, chosen, 1)),
            np.array(advantage),
            np.array(picked(returns, chosen, 1)),
            np.array(picked(stored.values, chosen, 1)),
          );
          network.parameters.collect(gradients, gradient);
          const norm = optimiser.step(flat, gradient);
          const measures: Record<string, number> = { loss: number(total), gradientNorm: norm };
          for (const [name, value] of Object.entries(aux)) measures[name] = number(value);
          checkFinite(measures, optimiser.state[optimiser.state.length - 1]);
          for (const [name, value] of Object.entries(measures)) sums[name] = (sums[name] ?? 0) + value;
          divergence = measures.klDivergence;
          taken += 1;
        }
        if (p.targetKl !== undefined && divergence > p.targetKl) break;
      }
      network.refresh();
      return Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, sum / taken]));
    },
    begin(stream) {
      hand = stream.stream("actions");
      shuffling = stream.stream("minibatches");
      for (let k = 0; k < batch; k++) order[k] = k;
      scaling.begin();
    },
    save: () => [
      ...network.parameters.shapes.map(({ name, shape }, k) => ({
        name,
        shape,
        data: network.parameters.view(k).slice(),
      })),
      { name: "optimiser", shape: [optimiser.state.length], data: optimiser.state.slice() },
      { name: "rewardScale", shape: [3], data: scaling.state.slice() },
    ],
    restore(tensors) {
      const into = (name: string, target: Float32Array) => {
        const data = tensors.get(name);
        if (data?.length !== target.length) {
          throw new Error(
            `it has ${data === undefined ? "no tensor" : `${data.length} numbers`} "${name}" where ${target.length} belong`,
          );
        }
        target.set(data);
      };
      for (const [k, { name }] of network.parameters.shapes.entries()) into(name, network.parameters.view(k));
      into("optimiser", optimiser.state);
      into("rewardScale", scaling.state);
      network.refresh();
    },
    close() {
      network.close();
      loss.dispose();
    },
  };
}

/** −surrogate + weighted value loss − weighted entropy of a minibatch, with its measures; consumes everything. */
function lossOf(network: ActorCritic, p: Parameters) {
  const { clip, clipValue } = p;
  return jit(
    valueAndGrad(
      (
        weights: Weights,
        observations: np.Array,
        critic: np.Array,
        actions: np.Array,
        oldLogProbability: np.Array,
        advantage: np.Array,
        target: np.Array,
        oldValue: np.Array,
      ): [np.Array, Record<string, np.Array>] => {
        const { logProbability, entropy, value } = network.judge(weights, observations, critic, actions);
        const logRatio = logProbability.sub(oldLogProbability);
        const ratio = np.exp(logRatio.ref);
        const apart = ratio.ref.sub(1);
        const klDivergence = np.mean(apart.ref.sub(logRatio));
        const clipFraction = np.mean(np.abs(apart).greater(clip).astype(np.float32));
        const held = np.clip(ratio.ref, 1 - clip, 1 + clip);
        const surrogate = np.mean(np.minimum(ratio.mul(advantage.ref), held.mul(advantage)));
        const error = np.square(value.ref.sub(target.ref));
        const heldError = np.square(np.clip(value.sub(oldValue.ref), -clip, clip).add(oldValue).sub(target));
        const worse = clipValue ? np.maximum(error, heldError) : error.add(heldError.mul(0));
        const valueLoss = np.mean(worse).mul(0.5);
        const meanEntropy = np.mean(entropy);
        const total = valueLoss.ref.mul(p.valueWeight).sub(surrogate.ref).sub(meanEntropy.ref.mul(p.entropy));
        return [total, { surrogate, valueLoss, entropy: meanEntropy, klDivergence, clipFraction }];
      },
      { hasAux: true },
    ),
  );
}

/** Everybody's observation after a step: of cut-off copies the last one of the episode, not the first of the next. */
function mixed(world: VectorEnvironment, width: number): Float32Array {
  const all = world.observations.slice();
  for (let c = 0; c < world.copies; c++) {
    if (world.status[c] !== Status.running)
      all.set(world.lastObservations.subarray(c * width, (c + 1) * width), c * width);
  }
  return all;
}

/**
 * Divides rewards by the running deviation of discounted returns (Engstrom et al., arXiv 2005.12729). Between segments the
 * count, mean and sum of squares are held in `state` as a checkpoint holds them, so that both ways round alike.
 */
function rewardScale(rows: number, discount: number) {
  const state = new Float32Array(3);
  const returns = new Float64Array(rows);
  let [count, mean, squares] = state;
  return {
    state,
    begin(): void {
      [count, mean, squares] = state;
      returns.fill(0);
    },
    apply(rewards: Float64Array, status: Uint8Array, first: number): void {
      for (let row = 0; row < rows; row++) {
        returns[row] = discount * returns[row] + rewards[first + row];
        count += 1;
        const gap = returns[row] - mean;
        mean += gap / count;
        squares += gap * (returns[row] - mean);
      }
      const deviation = Math.sqrt(squares / count) + 1e-8;
      for (let row = 0; row < rows; row++) {
        if (count > rows) rewards[first + row] /= deviation;
        if (status[first + row] !== Status.running) returns[row] = 0;
      }
      state[0] = count;
      state[1] = mean;
      state[2] = squares;
    },
  };
}

/** Rows `chosen` of a table of `width` columns. */
function picked(table: Float32Array | Float64Array, chosen: Int32Array, width: number): Float32Array {
  const out = new Float32Array(chosen.length * width);
  for (let k = 0; k < chosen.length; k++) {
    const from = chosen[k] * width;
    for (let j = 0; j < width; j++) out[k * width + j] = table[from + j];
  }
  return out;
}

/** Fisher and Yates. */
function shuffle(order: Int32Array, random: Random): void {
  for (let k = order.length - 1; k > 0; k--) {
    const other = random.integer(k + 1);
    const held = order[k];
    order[k] = order[other];
    order[other] = held;
  }
}

function number(value: np.Array): number {
  return Number(value.dataSync()[0]);
}

function checkFinite(measures: Readonly<Record<string, number>>, step: number): void {
  for (const [name, value] of Object.entries(measures)) {
    if (Number.isFinite(value)) continue;
    throw new UserError({
      code: "diverged",
      what: `the training diverged: ${name} is ${value} at gradient step ${step}`,
      hint: "a smaller rate, or scaleRewards: true, keeps it finite",
    });
  }
}

function averaged(all: readonly Record<string, number>[]): Record<string, number> {
  const [first = {}] = all;
  return Object.fromEntries(
    Object.keys(first).map((name) => [name, all.reduce((sum, measures) => sum + measures[name], 0) / all.length]),
  );
}

function episodeMeasures(episodes: readonly EpisodeTotals[]): Record<string, number> {
  if (episodes.length === 0) return {};
  const mean = (of: (episode: EpisodeTotals) => number) =>
    episodes.reduce((sum, episode) => sum + of(episode), 0) / episodes.length;
  return {
    pay: mean(({ pay }) => pay.reduce((a, b) => a + b, 0) / pay.length),
    objective: mean(({ objective }) => objective),
    episodeSteps: mean(({ steps }) => steps),
  };
}
