// Rules by which generators answer critiques: by Bayes with a belief about the judge, or learned by a policy gradient from what final
// answers are paid.

import { ppo } from "../../algorithms/policy-gradient/ppo.ts";
import { train, trainingContext } from "../../algorithms/train.ts";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { Random } from "../../core/random.ts";
import { field, once, parts, singleAgentSpec } from "../../environments/declaration.ts";
import { constructive, intents, judge, KNOWLEDGE, type Knowledge } from "../../feedback/loops/judges.ts";
import { weightedSum } from "../../rewards/channel-reward.ts";
import { encyclopaedia, FALSE_DOCUMENTS, search, TRUE_DOCUMENTS, VALUES, weightOf } from "./encyclopaedia.ts";
import {
  type Action,
  acted,
  actions,
  against,
  CONFIDENCE,
  COST,
  type CritiqueRule,
  type CritiqueSeen,
  type FactCritique,
  type FactQuestion,
  questions,
  seenOf,
} from "./generator.ts";

/** How often a constructive judge is right about an answer. */
export const ACCURACY = 0.9;
/** Judges that a generator is trained with, each with all kinds of knowledge. */
export const TRAINERS = { constructive: constructive(ACCURACY), malicious: intents.malicious } as const;
export type Trainer = keyof typeof TRAINERS;

/** What a generator is trained for: the judges that criticise it, and whether it is told which one does. */
export interface Trust {
  readonly judges: readonly Trainer[];
  readonly told: boolean;
}

export const TRUSTS = {
  "constructive judges": { judges: ["constructive"], told: false },
  "half deceivers": { judges: ["constructive", "malicious"], told: false },
  "half deceivers, told": { judges: ["constructive", "malicious"], told: true },
} as const satisfies Readonly<Record<string, Trust>>;

/**
 * Switches where the proposal is likelier than the own answer: own odds p/(1 − p) below ĵ/(1 − ĵ) times the ratio of evidence; without a
 * proposal, a second thought takes one of the other values.
 */
export const bayesian =
  (believed: number): CritiqueRule =>
  ({ confidence, kind, credible, doubtful }) => {
    const p = CONFIDENCE[confidence];
    const none = kind === "none" ? -Math.log(VALUES - 1) : 0;
    const evidence = none + credible * weightOf({ credible: true }) + doubtful * weightOf({ credible: false });
    return logOdds(p) < logOdds(believed) + evidence ? "switch" : "keep";
  };

export const logOdds = (p: number): number => Math.log(p / (1 - p));

/** PPO on one critique an episode. Its rate is one of 1e-3, 3e-3 and 1e-2, by what was earned on seeds of development; 1e-2 did as well. */
const PPO = {
  ...{ steps: 120_000, copies: 64, rollout: 8, epochs: 4, minibatches: 4, discount: 0, lambda: 0 },
  ...{ hidden: [32, 32], entropy: 0.01, segments: 1, mode: true, rate: 3e-3 },
};

const MOST = Math.max(TRUE_DOCUMENTS, FALSE_DOCUMENTS);
const SEEN = 1 + KNOWLEDGE.length + 2 + Object.keys(TRAINERS).length;

/** Writes what a generator sees as numbers. */
function observe({ confidence, kind, credible, doubtful }: CritiqueSeen, told: number, out: Float32Array): void {
  out.fill(0);
  out[0] = (confidence / (CONFIDENCE.length - 1)) * 2 - 1;
  out[1 + KNOWLEDGE.indexOf(kind)] = 1;
  out[1 + KNOWLEDGE.length] = credible / MOST;
  out[2 + KNOWLEDGE.length] = doubtful / MOST;
  if (told >= 0) out[3 + KNOWLEDGE.length + told] = 1;
}

/** A world of critiques: each episode is one critique of one remembered answer, and one decision. */
function critiques({ judges, told }: Trust): NumericEnvironment {
  const state = layout({ episode: [1] });
  let question: FactQuestion | undefined;
  let critique: FactCritique | undefined;
  let by = 0;
  const draw = (random: Random): void => {
    for (let tries = 0; ; tries++) {
      const luck = random.stream("try", tries);
      [question] = questions(encyclopaedia(1, luck), luck);
      by = luck.integer(judges.length);
      const knowledge: Knowledge = KNOWLEDGE[luck.integer(KNOWLEDGE.length)];
      const isRight = ({ fact }: FactQuestion, answer: number) => fact.truth === answer;
      const criticise = judge({ criticises: TRAINERS[judges[by]], knowledge, isRight, random: luck }, against);
      [critique] = criticise([{ item: question, answer: question.own, number: 0, round: 0, history: [] }]);
      if (critique !== undefined) return;
    }
  };
  return {
    spec: singleAgentSpec({
      label: "generator",
      horizon: 1,
      action: { choices: actions.length, names: actions },
      actionUnit: "answer",
      observation: [field("seen", -1, 1, "confidence, kind of critique, documents, judge", { size: SEEN })],
      channels: [
        once("right", "answers", "1 where the answer is right"),
        once("searches", "searches", "1 where the fact was looked up"),
      ],
      publicState: parts({ episode: "episode" }),
    }),
    state,
    reset(random, outcomes) {
      draw(random);
      outcomes.fill(0);
    },
    step([choice], outcomes, random) {
      if (question === undefined || critique === undefined) throw new Error("a step before the beginning");
      const { fact, own } = question;
      const action = actions[choice];
      const answer = acted(action, question, own, critique, () => search(fact, random));
      outcomes[0] = answer === fact.truth ? 1 : 0;
      outcomes[1] = action === "look up" ? 1 : 0;
      return Status.terminated;
    },
    observe(out) {
      if (question === undefined || critique === undefined) throw new Error("a look before the beginning");
      observe(seenOf(question, question.own, critique), told ? by : -1, out);
    },
  };
}

/** A learned rule, and the same where it is told which judge it is. */
export type Learned = (seen: CritiqueSeen, judge?: Trainer) => Action;

/** A generator trained with these judges on so many critiques. */
export async function learned(trust: Trust, seed: number, steps = PPO.steps, signal?: AbortSignal): Promise<Learned> {
  const reward = weightedSum({ right: 1, searches: -COST });
  const context = trainingContext({ makeEnvironment: () => critiques(trust), seed, reward });
  const { players } = await train(ppo.make({ ...PPO, steps }), context, { signal });
  const [player] = players;
  const seen = new Float32Array(SEEN);
  const action = new Float64Array(1);
  const known = new Map<string, Action>();
  player.reset(Random.of(0, "player"));
  return (view, by) => {
    const told = trust.told && by !== undefined ? trust.judges.indexOf(by) : -1;
    const key = JSON.stringify([view.confidence, view.kind, view.credible, view.doubtful, told]);
    const found = known.get(key);
    if (found !== undefined) return found;
    observe(view, told, seen);
    player.act(seen, action);
    const chosen = actions[action[0]];
    known.set(key, chosen);
    return chosen;
  };
}
