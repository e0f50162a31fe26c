// Behavioural cloning (Pomerleau, 1989): a policy learns what demonstrations did, by the likelihood of their actions. What it leaves
// behind is where PPO or A2C with networks of the same size may go on from.

import { z } from "zod";
import type { AlgorithmPlan, TrainingCheckpoint } from "../../core/algorithm.ts";
import { checked } from "../../core/checked.ts";
import { UserError } from "../../core/errors.ts";
import { positive, share, whole, within } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { adam, linearSchedule } from "../../nn/optimiser.ts";
import { observationScale } from "../../play/vector-environment.ts";
import { picked } from "../rows.ts";
import { playsOtherwise } from "../trained-play.ts";
import { savedLearners } from "../training-checkpoint.ts";
import { encodeAction } from "./action-head.ts";
import type { ActorCritic } from "./actor-critic.ts";
import { onPolicyFields } from "./on-policy.ts";
import { learner, type OnPolicyRule, policyPlayer } from "./on-policy-learner.ts";
import { policyGradient } from "./policy-gradient-loss.ts";

const { hidden, activation, layerNorm, distribution, logDeviation, scaleObservations, mode } = onPolicyFields;

const parameters = z.strictObject({
  updates: whole(1, 1_000_000, 1000).describe("gradient steps"),
  batch: whole(1, 65_536, 256).describe("demonstrated steps of each, drawn with replacement"),
  rate: positive(10, 1e-3).describe("learning rate at the start; it falls to 0"),
  entropy: within(0, 10, 0).describe("weight of the entropy bonus, which keeps a copy of few demonstrations open"),
  discount: share(0.99).describe("γ of the learner that goes on"),
  ...{ hidden, activation, layerNorm, distribution, logDeviation, scaleObservations, mode },
});

type CloningOptions = z.output<typeof parameters>;

/** What was done where, in the world's units. */
export interface DemonstratedSteps {
  /** [steps × observationSize] */
  readonly observations: Float32Array;
  /** [steps × actionSize] */
  readonly actions: Float64Array;
}

/** A policy that maximises the mean log-likelihood of demonstrated actions. One seat of the world learns. */
export function cloning({ observations, actions }: DemonstratedSteps, given: unknown = {}): AlgorithmPlan {
  const p = checked(parameters, given);
  return {
    ...playsOtherwise(p.mode),
    check({ observationSize, actionSize }) {
      const steps = actions.length / actionSize;
      if (steps > 0 && observations.length === steps * observationSize) return;
      const what = `${observations.length} numbers seen and ${actions.length} numbers done are no demonstrations of this world`;
      const hint = `a step of it is ${observationSize} numbers seen and ${actionSize} done`;
      throw new UserError({ code: "bad-demonstrations", what, hint });
    },
    train(context) {
      const { spec, seats, random } = context;
      const scale = observationScale(spec, p.scaleObservations);
      const seen = observations.map((x, k) => {
        const at = k % spec.observationSize;
        return (x - scale.shift[at]) * scale.factor[at];
      });
      const options = { ...p, critic: "own", scaleRewards: true, rollout: { steps: 1 } } as const;
      const own = learner(
        context,
        options,
        seats.slice(0, 1),
        Int32Array.of(seats[0]),
        (network) => likelihoodRule(network, seen, encoded(network), p),
        random.stream("learner", 0),
      );
      own.begin(random.stream("cloning"));
      let done = 0;
      const left = (): TrainingCheckpoint => ({ updates: 0, tensors: savedLearners([own]) });
      return {
        update() {
          if (done === p.updates) return undefined;
          done += 1;
          return { steps: 0, share: done / p.updates, measures: own.learn(0) };
        },
        checkpoint: () => (done === p.updates ? left() : undefined),
        left,
        player: (seat) => policyPlayer(spec, own.network, seat, p.mode, scale),
        close: own.close,
      };

      /** Demonstrated actions as the network's head encodes them. */
      function encoded({ head }: ActorCritic): Float32Array {
        const steps = actions.length / spec.actionSize;
        const all = new Float32Array(steps * head.encoding);
        for (let k = 0; k < steps; k++) {
          const row = all.subarray(k * head.encoding, (k + 1) * head.encoding);
          encodeAction(spec, seats[0], actions.subarray(k * spec.actionSize, (k + 1) * spec.actionSize), row);
        }
        return all;
      }
    },
  };
}

/** Minibatches of demonstrations: −mean log π(a|s) is the policy-gradient loss with every advantage 1 and no value loss. */
function likelihoodRule(
  network: ActorCritic,
  observations: Float32Array,
  actions: Float32Array,
  { batch, rate, updates, entropy }: CloningOptions,
): OnPolicyRule {
  const size = network.parameters.flat.length;
  const optimiser = adam(size, { rate: linearSchedule(rate, 0, updates), epsilon: 1e-5, clip: 1 });
  const descent = policyGradient(network, { entropy, valueWeight: 0 });
  const { observationSize, criticInputs, head } = network;
  const steps = actions.length / head.encoding;
  const chosen = new Int32Array(batch);
  const advantages = new Float32Array(batch).fill(1);
  const returns = new Float32Array(batch * network.values);
  const shares = new Float32Array(batch).fill(1 / batch);
  const critic = new Float32Array(batch * criticInputs);
  let hand: Random | undefined;
  return {
    // The learner that goes on has an optimiser of its own, which has seen nothing.
    state: adam(size, { rate }).state,
    begin(random) {
      hand = random.stream("minibatches");
    },
    learn() {
      if (hand === undefined) throw new Error("a rule learns before its first segment");
      for (let k = 0; k < batch; k++) chosen[k] = hand.integer(steps);
      const seen = picked(observations, chosen, observationSize);
      const done = picked(actions, chosen, head.encoding);
      const tables = { observations: seen, critic, actions: done, advantages, returns, shares, valueShares: shares };
      return descent.step(tables, optimiser);
    },
    close: descent.close,
  };
}
