// Deterministic policy gradients for worlds whose actions are numbers in a box. Independent for each learning seat: DDPG
// (Lillicrap et al., arXiv 1509.02971; exploration is normal noise that falls, in place of the published correlated noise) and
// TD3 (Fujimoto et al., arXiv 1802.09477). With critics that see all seats while they learn: MADDPG, MATD3 and M3DDPG.

import { z } from "zod";
import type { AlgorithmPlan } from "../../core/algorithm.ts";
import type { NumericSpec } from "../../core/environment.ts";
import { flag, positive, share, whole, within } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind, type EntryAbout } from "../../core/registry.ts";
import { orthogonal } from "../../nn/initialisers.ts";
import { np } from "../../nn/jax.ts";
import { lossGradient } from "../../nn/loss-gradient.ts";
import { perceptrons } from "../../nn/models/mlp.ts";
import { networkProgram } from "../../nn/models/network-program.ts";
import { linearSchedule } from "../../nn/optimiser.ts";
import type { Weights } from "../../nn/parameters.ts";
import { boxAction } from "../box-action.ts";
import { networkPlayer } from "../network-player.ts";
import { boxEncoding } from "./action-choices.ts";
import { abreast, bySeat, jointCritics, lowest, seatName, type WorstCase, worstCase } from "./joint-critics.ts";
import { targetedNetwork } from "./learning-network.ts";
import type { OffPolicyLearner } from "./learning-team.ts";
import { aloneInBoxes, togetherInBoxes } from "./off-policy.ts";
import { batch, offPolicyFields, targetShare } from "./off-policy-fields.ts";
import { bootstrapped, jointReplayBuffer } from "./replay-buffer.ts";

/** Parameters of every deterministic actor-critic. */
const deterministicFields = {
  ...offPolicyFields,
  capacity: offPolicyFields.capacity.default(100_000),
  scaleRewards: offPolicyFields.scaleRewards.default(true),
  batch,
  actorRate: positive(10, 1e-4).describe("learning rate of actors"),
  criticRate: positive(10, 1e-3).describe("learning rate of critics"),
  targetShare,
  noise: within(0, 10, 0.1).describe("deviation of the exploration noise at the start, on a box of [−1, 1]"),
  noiseEnd: within(0, 10, 0.01).describe("deviation at the end of its fall"),
  noiseShare: share(0.5).describe("share of the training over which the noise falls"),
};

/** Additional parameters of twin-delayed learning (Fujimoto et al., arXiv 1802.09477). */
const twinFields = {
  delay: whole(1, 1000, 2).describe("gradient steps of critics for one of actors and targets"),
  smoothing: within(0, 10, 0.2).describe("deviation of the noise on target actions"),
  smoothingClip: within(0, 10, 0.5).describe("largest noise on a target action"),
};

/** Additional parameters of learners with central critics. */
const jointFields = {
  ...deterministicFields,
  every: deterministicFields.every.default(4),
  restraint: within(0, 10, 1e-3).describe(
    "weight of the mean square of actors' outputs before squashing, as in the code of arXiv 1706.02275: they don't stick to the ends of the box",
  ),
};

const shared = z.strictObject(deterministicFields);

/** The parameters above, and what sets the algorithms apart. */
interface DeterministicOptions extends z.output<typeof shared> {
  /** Two critics, of which the lower value counts, noise on target actions, actors that move later; default one critic. */
  readonly twin?: z.output<z.ZodObject<typeof twinFields>>;
  /** Weight of the mean square of actors' outputs before squashing in their loss; default 0. */
  readonly restraint?: number;
  /** Others' actions are taken to be worse for each seat than they are; default as they are. */
  readonly worst?: WorstCase;
}

/** An algorithm of this family; `own` gives what sets it apart. */
function deterministic<P extends z.output<typeof shared>>(
  entry: EntryAbout<P> & {
    readonly plan: typeof aloneInBoxes | typeof togetherInBoxes;
    own?(parameters: P): Pick<DeterministicOptions, "twin" | "worst">;
  },
): BoundEntry<AlgorithmPlan> {
  const { id, plan, own } = entry;
  return bind({
    ...entry,
    make: (p: P) =>
      plan(id, p, (spec, seats, random) => deterministicLearner(spec, seats, { ...p, ...own?.(p) }, random)),
  });
}

export const ddpg = deterministic({
  id: "ddpg",
  summary: "deep deterministic policy gradients",
  source: "Lillicrap et al., arXiv 1509.02971",
  plan: aloneInBoxes,
  parameters: shared,
});

export const td3 = deterministic({
  id: "td3",
  summary: "twin-delayed deterministic policy gradients",
  source: "Fujimoto et al., arXiv 1802.09477",
  plan: aloneInBoxes,
  parameters: z.strictObject({
    ...deterministicFields,
    ...twinFields,
    actorRate: deterministicFields.actorRate.default(1e-3),
  }),
  own: (p) => ({ twin: p }),
});

/** Every seat has its own actor, which sees its own observation, and its own critic. */
export const maddpg = deterministic({
  id: "maddpg",
  summary: "deterministic policy gradients with critics that see all seats while training",
  source: "Lowe et al., arXiv 1706.02275",
  plan: togetherInBoxes,
  parameters: z.strictObject(jointFields),
});

/** MADDPG with the remedies of TD3: two critics of which the lower counts, noise on target actions, delayed actors. */
export const matd3 = deterministic({
  id: "matd3",
  summary: "maddpg with twin critics, target noise and delayed actors",
  source: "Ackermann et al., arXiv 1910.01465",
  plan: togetherInBoxes,
  parameters: z.strictObject({ ...jointFields, ...twinFields }),
  own: (p) => ({ twin: p }),
});

/** MADDPG in which every seat takes the others' actions to be worse for itself than they are, in its values and in its acts. */
export const m3ddpg = deterministic({
  id: "m3ddpg",
  summary: "maddpg against the worst that others might do nearby",
  source: "Li et al., doi 10.1609/aaai.v33i01.33014213",
  plan: togetherInBoxes,
  parameters: z.strictObject({
    ...jointFields,
    perturbation: within(0, 1000, 0.1).describe(
      "α: how far others' actions go down a seat's own value, on a box of [−1, 1]",
    ),
    normalise: flag(false).describe(
      "a step of length α for any slope, as in the authors' code; false: α times the slope",
    ),
  }),
  own: ({ perturbation, normalise }) => ({ worst: { step: perturbation, normalise } }),
});

/**
 * A learner for `seats` together. Seat i's critics learn r_i + γ·min Q'_i(s', μ'(s') + ε), ε clipped normal noise, and its
 * actor climbs Q_i(s, a) with a_i = μ_i(o_i) and the others' actions as remembered (Lowe et al., arXiv 1706.02275, eqs. 5–6).
 */
function deterministicLearner(
  spec: NumericSpec,
  seats: readonly number[],
  p: DeterministicOptions,
  random: Random,
): OffPolicyLearner {
  const team = seats.length;
  const O = spec.observationSize;
  const A = spec.actionSize;
  const { hidden, activation } = p;
  const actors = perceptrons(
    seats.map((_, place) => {
      const name = seatName("actor", place, team);
      return { name, inputs: O, hidden, outputs: A, activation, outputInitialiser: orthogonal(0.01) };
    }),
    random.stream("weights"),
  );
  const judges = jointCritics(
    { team, observationSize: O, actionSize: A, hidden, activation },
    p.twin === undefined ? 1 : 2,
    random.stream("weights"),
  );
  const actor = targetedNetwork(actors.parameters, { rate: p.actorRate }, "actor");
  const critics = targetedNetwork(judges.parameters, { rate: p.criticRate }, "critics");
  const memory = jointReplayBuffer(team, { capacity: p.capacity, observationSize: O, actionSize: A });
  const noise = linearSchedule(p.noise, p.noiseEnd, p.noiseShare * p.steps);
  const { worst, restraint = 0 } = p;
  const { delay, smoothing, smoothingClip } = p.twin ?? { delay: 1, smoothing: 0, smoothingClip: 0 };
  /** All seats' actions as seat `place` must expect them. */
  const expected = (place: number, critic: Weights, x: np.Array, actions: np.Array) =>
    worst === undefined ? actions : worstCase(judges, worst, team, place, critic, x, actions);
  const act = (own: Weights, x: np.Array) => np.tanh(actors.apply(own, 0, x));
  const actAll = (weights: Weights, x: np.Array) =>
    abreast(bySeat(x, team, 1).map((own, place) => act(actors.of(weights, place), own)));
  const joint = [
    [p.batch, team * O],
    [p.batch, team * A],
  ];
  const forward = networkProgram([actor.parameters], ([weights], [x]) => [actAll(weights, x)], [[p.copies, team * O]]);
  // Values of the next state, [batch × team].
  const later = networkProgram(
    [actor.target, critics.target],
    ([old, oldCritics], [x, shift]) => {
      const actions = np.clip(actAll(old, x.ref).add(shift), -1, 1);
      const values = seats.map((_, place) => {
        const critic = judges.of(oldCritics, place);
        const all = expected(place, critic, x.ref, actions.ref);
        return lowest(judges.judge(critic, x.ref, all));
      });
      x.dispose();
      actions.dispose();
      return [np.stack(values, 1)];
    },
    joint,
  );
  const shift = later.data[1];
  const criticLoss = judges.lossOf(p.batch);
  const actorLoss = lossGradient(
    actor.parameters,
    (weights, [x, actions], [held]) => {
      const seen = bySeat(x.ref, team, 1);
      const done = bySeat(actions, team, 1);
      const losses = seats.map((_, place) => {
        const raw = actors.apply(actors.of(weights, place), 0, seen[place]);
        const own = np.tanh(raw.ref);
        const excess = np.mean(np.square(raw)).mul(restraint);
        const all = abreast(done.map((other, j) => (j === place ? own.ref : other.ref)));
        own.dispose();
        const critic = judges.of(held, place);
        const worse = expected(place, critic, x.ref, all);
        return excess.sub(np.mean(judges.first(critic, x.ref, worse)));
      });
      x.dispose();
      for (const other of done) other.dispose();
      return { loss: losses.reduce((a, b) => a.add(b)), measures: {} };
    },
    joint,
    [critics.parameters],
  );

  return {
    encoding: boxEncoding(spec),
    memory,
    networks: [actor, critics],
    programs: [forward, later, criticLoss, actorLoss],
    remedy: "smaller rates, or scaleRewards: true, keep it finite",
    act(observations, steps, encoded, { actions }) {
      if (steps < p.warmup) {
        for (let k = 0; k < encoded.length; k++) encoded[k] = actions.uniform(-1, 1);
        return;
      }
      const deviation = noise(steps);
      const [middle] = forward.run(observations);
      for (let k = 0; k < encoded.length; k++) encoded[k] = clipped(middle[k] + deviation * actions.normal(), 1);
    },
    learn(_steps, unit, { replay }) {
      const batch = memory.sample(p.batch, replay);
      if (smoothing > 0)
        for (let k = 0; k < shift.length; k++) shift[k] = clipped(smoothing * replay.normal(), smoothingClip);
      const [next] = later.run(batch.nextObservations);
      const goals = bootstrapped(batch, unit, p.discount, (at) => next[at]);
      const { loss: criticTotal } = criticLoss.run(batch.observations, batch.actions, goals);
      critics.descend(criticLoss.gradient);
      const measures: Record<string, number> = { criticLoss: criticTotal / team };
      if (critics.steps() % delay === 0) {
        const { loss: actorTotal } = actorLoss.run(batch.observations, batch.actions);
        measures.gradientNorm = actor.descend(actorLoss.gradient);
        measures.actorLoss = actorTotal / team;
        actor.follow(p.targetShare);
        critics.follow(p.targetShare);
      }
      return measures;
    },
    player: (place) =>
      networkPlayer(spec, actors.copyOf(place), act, (middle, action) =>
        boxAction(spec, seats[place], middle, 0, action, 0),
      ),
  };
}

function clipped(x: number, most: number): number {
  return x < -most ? -most : x > most ? most : x;
}
