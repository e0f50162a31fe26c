// Behavioural cloning (Pomerleau, 1991): a policy learns what a demonstrator did, by the likelihood of its actions. PPO and the others of
// this folder with networks of the same size may begin with the clone. Rejection fine-tuning is the cloning of a policy's own episodes of which
// a channel says that they are worth it.

import { z } from "zod";
import type { AlgorithmPlan, Training, TrainingCheckpoint, TrainingContext } from "../../core/algorithm.ts";
import { channelIndex } from "../../core/channel.ts";
import type { Oracle } from "../../core/environment.ts";
import { positive, whole } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { adam, linearSchedule } from "../../nn/optimiser.ts";
import { observationScale } from "../../play/vector-environment.ts";
import { type DemonstratedSteps, demonstratedSteps, demonstratorOf, severalAgents } from "../demonstrated-steps.ts";
import { picked } from "../rows.ts";
import { playsOtherwise } from "../trained-play.ts";
import { savedLearners, tensorsOf } from "../training-checkpoint.ts";
import { type Measures, measureMeans } from "../training-measures.ts";
import { encodeAction } from "./action-head.ts";
import type { ActorCritic } from "./actor-critic.ts";
import { checkScorer } from "./choice-fields.ts";
import { onPolicyFields } from "./on-policy.ts";
import { learner, type OnPolicyRule, policyPlayer } from "./on-policy-learner.ts";
import { policyGradient } from "./policy-gradient-loss.ts";

const { hidden, activation, layerNorm, perChoice, distribution, logDeviation, scaleObservations, segments, mode } =
  onPolicyFields;

const parameters = z.strictObject({
  demonstrator: z
    .string()
    .default("demonstrator")
    .describe(
      "oracle of the world that is imitated, as `agon show` lists them; `itself` is the policy that the training begins with",
    ),
  kept: z
    .string()
    .optional()
    .describe("channel whose sum over an episode must exceed 0 for the episode to be imitated; by default all are"),
  episodes: whole(1, 1_000_000, 40).describe("episodes that it demonstrates"),
  steps: whole(1, 10_000_000, 1000).describe("gradient steps"),
  batch: whole(1, 65_536, 256).describe("demonstrated steps of each, drawn with replacement"),
  rate: positive(10, 1e-3).describe("learning rate at the start; it falls to 0"),
  ...{ hidden, activation, layerNorm, perChoice, distribution, logDeviation, scaleObservations, segments, mode },
});

type Parameters = z.output<typeof parameters>;

/** Demonstrator that is the policy at the start. */
const ITSELF = "itself";

/** Gradient steps of an update. */
const STRIDE = 25;

export const cloning: BoundEntry<AlgorithmPlan> = bind({
  id: "cloning",
  summary: "behavioural cloning: raises the likelihood of what the world's demonstrator did",
  source: "Pomerleau (1991), doi 10.1162/neco.1991.3.1.88",
  parameters,
  example: { environment: "gridworld/fuzzy-yard", reward: { channel: "inside" } },
  make: (p): AlgorithmPlan => ({
    begins: true,
    ...playsOtherwise(p.mode),
    check(spec) {
      checkScorer(p, spec);
      if (p.demonstrator !== ITSELF) demonstratorOf("cloning", spec, p.demonstrator);
      else if (spec.agents.length > 1) throw severalAgents("cloning", spec);
      if (p.kept !== undefined) channelIndex(p.kept, spec.channels, ["kept"]);
    },
    train: (context, from) => cloningTraining(context, p, from),
  }),
});

function cloningTraining(context: TrainingContext, p: Parameters, from: TrainingCheckpoint | undefined): Training {
  const { spec, seats, random } = context;
  const scale = observationScale(spec, p.scaleObservations);
  const total = Math.ceil(p.steps / STRIDE);
  const segment = Math.ceil(total / p.segments);
  // Nothing is demonstrated to a training that is taken up for its player alone.
  let shown: DemonstratedSteps | undefined;
  const options = { ...p, critic: "own", scaleRewards: false, discount: 1, rollout: { steps: 1 } } as const;
  let shownBy: Oracle | undefined;
  const own = learner(
    context,
    options,
    seats,
    Int32Array.from(seats),
    (network) =>
      likelihoodRule(network, p, () => {
        shown ??= demonstratedSteps(
          context,
          shownBy ?? demonstratorOf("cloning", spec, p.demonstrator),
          p.episodes,
          {
            size: network.head.encoding,
            encode: (action, into) => encodeAction(spec, 0, action, into),
          },
          scale,
          p.kept,
        );
        return shown;
      }),
    random.stream("learner", 0),
  );
  if (context.start !== undefined) own.beginAt(tensorsOf(context.start, 0));
  if (p.demonstrator === ITSELF) {
    // A copy from before any checkpoint is taken up, so that a resumed training is shown the same.
    const beginner = policyPlayer(spec, own.network, 0, p.mode, scale);
    shownBy = { meaning: "the policy at the start", play: () => beginner };
  }
  let done = 0;
  if (from !== undefined) {
    own.restore(tensorsOf(from, 0));
    done = from.updates;
  }
  let isBegun = false;
  const left = (): TrainingCheckpoint => ({ updates: done, tensors: savedLearners([own]) });
  return {
    update() {
      if (done === total) return undefined;
      if (!isBegun) own.begin(random.stream("segment", Math.floor(done / segment)));
      const measures = own.learn(Math.min(STRIDE, p.steps - done * STRIDE));
      done += 1;
      isBegun = done % segment !== 0 && done < total;
      return { steps: 0, share: done / total, measures };
    },
    checkpoint: () => (isBegun ? undefined : left()),
    left,
    player: (seat) => policyPlayer(spec, own.network, seat, p.mode, scale),
    close() {
      shownBy?.play(0).close?.();
      own.close();
    },
  };
}

/** −mean log π(a|s) of minibatches: the policy-gradient loss with every advantage 1 and no value loss. `shown` is called when it learns. */
function likelihoodRule(
  network: ActorCritic,
  { batch, rate, steps }: Parameters,
  shown: () => DemonstratedSteps,
): OnPolicyRule {
  const optimiser = adam(network.parameters.flat.length, {
    rate: linearSchedule(rate, 0, steps),
    epsilon: 1e-5,
    clip: 1,
  });
  const descent = policyGradient(network, { entropy: 0, valueWeight: 0 });
  const chosen = new Int32Array(batch);
  const same = {
    critic: new Float32Array(batch * network.criticInputs),
    advantages: new Float32Array(batch).fill(1),
    returns: new Float32Array(batch * network.values),
    shares: new Float32Array(batch).fill(1 / batch),
    valueShares: new Float32Array(batch).fill(1 / batch),
  };
  let hand: Random | undefined;
  return {
    state: optimiser.state,
    begin(random) {
      hand = random.stream("minibatches");
    },
    learn(_, count): Measures {
      if (hand === undefined) throw new Error("a rule learns before its first segment");
      const { observations, actions } = shown();
      const width = network.head.encoding;
      const means = measureMeans();
      for (let step = 0; step < count; step++) {
        for (let k = 0; k < batch; k++) chosen[k] = hand.integer(actions.length / width);
        const seen = picked(observations, chosen, network.observationSize);
        const done = picked(actions, chosen, width);
        const { policyLoss, entropy, gradientNorm } = descent.step(
          { ...same, observations: seen, actions: done },
          optimiser,
        );
        means.add({ imitationLoss: policyLoss, entropy, gradientNorm });
      }
      return means.means();
    },
    close: descent.close,
  };
}
