// One learner of the on-policy loop: a network, what it plays, and the rule that it learns by.

import type { Agent } from "../../core/agent.ts";
import type { TrainingContext } from "../../core/algorithm.ts";
import type { NumericSpec } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import type { Random } from "../../core/random.ts";
import type { RewardPlan } from "../../core/reward.ts";
import type { ObservationScale, VectorEnvironment } from "../../play/vector-environment.ts";
import { rewardScale } from "../reward-scale.ts";
import {
  restore,
  restoreParameters,
  type SavedTensor,
  type SavedTensors,
  saved,
  savedParameters,
} from "../training-checkpoint.ts";
import type { Measures } from "../training-measures.ts";
import { decodeAction, encodeAction } from "./action-head.ts";
import { type ActorCritic, type ActorCriticOptions, actorCritic, compiledStep } from "./actor-critic.ts";
import { type NetworkRollout, rollout } from "./rollout.ts";

/** How a network learns from its play. */
export interface OnPolicyRule {
  /** Sees the play of all networks, this one's too, while they are as they played; before any of them learns. */
  look?(plays: readonly NetworkRollout[], steps: number): void;
  /** Learns from `steps` steps of play; the measures of the update. The caller refreshes the network. */
  learn(play: NetworkRollout, steps: number): Measures;
  /** A segment begins: takes its stream. */
  begin(random: Random): void;
  /** State beside the parameters that is kept between segments: the optimiser's. */
  readonly state: Float32Array;
  /** What else outlives a segment, by name. */
  readonly beside?: Readonly<Record<string, Float32Array>>;
  close(): void;
}

/** A learner's part of what `onPolicyTraining` is told. */
export interface LearnerOptions extends Omit<ActorCriticOptions, "criticInputs" | "values"> {
  readonly critic: "own" | "central";
  readonly scaleRewards: boolean;
  readonly discount: number;
  /**
   * How much is played between updates: steps of each copy; whole episodes, which need a single copy; or one episode of each copy, of which
   * each two begin alike.
   */
  readonly rollout:
    | { readonly steps: number }
    | { readonly episodes: number; readonly atLeast?: number }
    | { readonly pairs: true };
  /** What each value function foresees: its discount, and its reward where that is not the pay. Default one, of the pay. */
  readonly values?: readonly { readonly discount: number; readonly reward?: RewardPlan | undefined }[];
}

/** One network with its play and its rule. */
export type Learner = ReturnType<typeof learner>;

/** A learner of `seats`; `places` are its rows of the batch of all seats, copy · agents + seat, which may change between segments. */
export function learner(
  { spec }: TrainingContext,
  p: LearnerOptions,
  seats: readonly number[],
  places: Int32Array,
  makeRule: (network: ActorCritic, rows: number) => OnPolicyRule,
  random: Random,
) {
  const { values = [{ discount: p.discount }] } = p;
  const central = p.critic === "central";
  const criticInputs = (central ? spec.agents.length : 1) * spec.observationSize;
  const network = actorCritic(spec, { ...p, criticInputs, values: values.length }, random.stream("weights"));
  const rows = places.length;
  const scales = values.map(({ discount }) => rewardScale(rows, discount));
  let further = 0;
  const streams = values.map(({ reward }, k) => ({
    further: reward === undefined ? undefined : further++,
    scale: p.scaleRewards ? scales[k] : undefined,
  }));
  const steps = "steps" in p.rollout ? p.rollout.steps : 64;
  const play = rollout({ spec, network, places, central, steps, streams });
  const rule = makeRule(network, rows);
  let hand = random.stream("actions");
  return {
    /** Seats whose players it becomes. */
    seats,
    network,
    play,
    act: (world: VectorEnvironment, t: number, actions: Float64Array) => play.act(world, t, hand, actions),
    receive: play.receive,
    look: (plays: readonly NetworkRollout[], played: number) => rule.look?.(plays, played),
    learn(played: number): Measures {
      const measures = rule.learn(play, played);
      network.refresh();
      return measures;
    },
    /** A segment begins, at new places. */
    begin(stream: Random) {
      hand = stream.stream("actions");
      rule.begin(stream);
      play.begin();
      for (const scale of scales) scale.begin();
    },
    save: (): SavedTensor[] => [
      ...savedParameters(network.parameters),
      saved("optimiser", rule.state),
      ...Object.entries(rule.beside ?? {}).map(([name, numbers]) => saved(name, numbers)),
      ...scales.map(({ state }, k) => saved(`rewardScale.${k}`, state)),
    ],
    /** Takes over the parameters of another training. Throws a UserError where they are of another size. */
    beginAt(tensors: SavedTensors) {
      try {
        restoreParameters(tensors, network.parameters);
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        const what = `the networks that it begins with are other ones: ${error.message}`;
        const hint = "give both the same layers, and worlds with the same spaces";
        throw new UserError({ code: "other-model", what, hint });
      }
      network.refresh();
    },
    restore(tensors: SavedTensors) {
      restoreParameters(tensors, network.parameters);
      restore(tensors, "optimiser", rule.state);
      for (const [name, numbers] of Object.entries(rule.beside ?? {})) restore(tensors, name, numbers);
      for (const [k, { state }] of scales.entries()) restore(tensors, `rewardScale.${k}`, state);
      network.refresh();
    },
    close() {
      network.close();
      rule.close();
    },
  };
}

/** Draws from a policy, or always plays its mode. It keeps a copy of the parameters; its memory begins anew with each episode. */
export function policyPlayer(
  spec: NumericSpec,
  network: ActorCritic,
  seat: number,
  mode: boolean,
  scale: ObservationScale,
): Agent {
  const { actor, head } = network;
  const step = compiledStep(actor, spec.observationSize, 1);
  step.weigh(network.parameters.views());
  const spread = network.spread?.slice();
  const encoded = new Float32Array(head.encoding);
  let hand: Random | undefined;
  /** Output of the network for an observation; its memory is updated. */
  const look = (observation: Float32Array): Float32Array => {
    for (let k = 0; k < step.input.length; k++) step.input[k] = (observation[k] - scale.shift[k]) * scale.factor[k];
    const [outputs, memory] = step.run();
    if (memory !== undefined) step.remembered.set(memory);
    return outputs;
  };
  return {
    reset(random) {
      hand = random;
      step.remembered.fill(0);
    },
    act(observation, action) {
      if (hand === undefined) throw new Error("a policy acts before its first reset");
      const outputs = look(observation);
      if (mode) head.mode(outputs, encoded);
      else head.sample(outputs, 0, spread, hand, encoded, 0);
      decodeAction(spec, seat, encoded, 0, action, 0);
    },
    follow: (observation, action) => head.chance(look(observation), spread, encodeAction(spec, seat, action, encoded)),
    close: step.close,
  };
}
