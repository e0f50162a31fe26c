// A learner in tables whose reward is redesigned: once or again and again by a teacher that knows the process and its best policy, or by
// the learner itself. What is designed is paid beside the declared reward.

import { z } from "zod";
import type { AlgorithmPlan } from "../../core/algorithm.ts";
import { Status } from "../../core/environment.ts";
import { flag, oneOf, positive, share, whole, within } from "../../core/parameters.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import type { TabularMdp } from "../../environments/tabular/mdp.ts";
import { processOf } from "../../environments/tabular/process-world.ts";
import { linearPrograms, loadedLinearPrograms } from "../../math/linear-program.ts";
import { softmaxRow } from "../../math/softmax.ts";
import { qLearner } from "../tabular/q-learning.ts";
import { epsilonGreedy } from "../tabular/softmax-policy.ts";
import { actorCriticLearner } from "../tabular/table-actor-critic.ts";
import { type TableLearner, type TablePlace, tableFields, tablePlan } from "../tabular/table-training.ts";
import { adaptiveDesigner, invariantReward } from "./adaptive.ts";
import { designGreedily } from "./explicable.ts";
import { optimalTarget } from "./invariance.ts";
import { potentialShaping } from "./potential-shaping.ts";
import { selfShaping } from "./self-shaping.ts";

const { episodes, interval, segments, stopAt } = tableFields;

const parameters = z.strictObject({
  teacher: oneOf(["none", "potential", "invariant", "explicable", "adaptive"], "none").describe(
    "the design: none; V* as a potential; any reward that keeps what is best; the most informative one in few states; or the one that moves the learner's policy most, made anew as it learns",
  ),
  states: whole(0, 1000, 5).describe(
    "of an explicable design: states that may pay beside those that the task pays in, chosen one by one",
  ),
  every: whole(1, 1_000_000, 5).describe("of an adaptive one: episodes between two designs"),
  inverted: flag(false).describe("of an adaptive one, a control: it moves the policy the wrong way"),
  bonus: z
    .strictObject({
      weight: positive(1e6, 1).describe("λ: a state that was visited n times pays about λ/√n"),
      largest: positive(1e6, 1).describe("what a state pays that was never visited"),
    })
    .optional()
    .describe("pay for rare states; default none"),
  shaping: z
    .strictObject({
      rate: positive(10, 0.01).describe("η, the step of the learner's own shaping"),
      criticRate: positive(1, 0.01).describe("step of the value that returns are compared with"),
      every: whole(1, 1_000_000, 5).describe("episodes between two updates"),
      window: whole(1, 10_000, 10).describe("latest episodes that an update is made from"),
    })
    .optional()
    .describe("what the learner pays itself by the returns that it saw; default none"),
  rule: oneOf(["actor-critic", "q-learning"], "actor-critic").describe("how it learns"),
  actorRate: positive(10, 0.1).describe("actor-critic: step of the policy"),
  criticRate: positive(1, 0.1).describe("actor-critic: share of a value's error that a step removes"),
  lambda: share(1).describe("actor-critic: λ of generalised advantage estimation"),
  spread: within(0, 100, 0).describe("actor-critic: first logits are drawn from −spread to spread"),
  rate: positive(1, 0.5).describe("Q-learning: α, the share of an error that a step removes"),
  explore: share(0.1).describe("Q-learning: ε, the share of choices that are made at random"),
  ...{ episodes, interval, segments, stopAt },
  mode: flag(false).describe("trained players always take the best choice; false: they draw, as in training"),
});

type Parameters = z.output<typeof parameters>;

export const designedReward: BoundEntry<AlgorithmPlan> = bind({
  id: "designed-reward",
  summary: "a learner in tables under a reward that is designed: by a teacher that knows the process, or by itself",
  source: "Devidze et al.: NeurIPS 2021; arXiv 2402.07019 (AAMAS 2024); NeurIPS 2022",
  parameters,
  example: { environment: "tabular/four-rooms", parameters: { teacher: "adaptive", episodes: 100 } },
  async prepare(options) {
    await linearPrograms();
    return options;
  },
  make: (p: Parameters): AlgorithmPlan =>
    tablePlan({ ...p, tables: [["state"]], bins: 2, discount: 1 }, (place, { makeEnvironment, random }) => {
      const process = processOf(makeEnvironment());
      const inner = innerLearner(place, p, process);
      const first = random.stream("first policy");
      if (p.rule === "actor-critic" && p.spread > 0)
        for (let k = 0; k < inner.table.length; k++) inner.table[k] = first.uniform(-p.spread, p.spread);
      return designed(inner, p, process, place.spec.horizon);
    }),
});

/** A learner in tables with what it thinks: its table [states × actions], and π(·|s) of it. */
interface Inner {
  readonly learner: TableLearner;
  readonly table: Float32Array;
  readonly chances: (state: number, into: Float64Array) => void;
}

function innerLearner(place: TablePlace, p: Parameters, { discount, actions: A }: TabularMdp): Inner {
  if (p.rule === "q-learning") {
    const learner = qLearner(place, { ...p, discount });
    const { values } = learner.weights;
    const choice = epsilonGreedy(p.explore);
    const row = new Float64Array(A);
    return {
      learner,
      table: values,
      chances(state, into) {
        for (let a = 0; a < A; a++) row[a] = values[state * A + a];
        for (let a = 0; a < A; a++) into[a] = choice.probability(row, 0, A, a);
      },
    };
  }
  const learner = actorCriticLearner(place, { ...p, discount, entropy: 0 });
  const { policy } = learner.weights;
  return {
    learner,
    table: policy,
    chances(state, into) {
      for (let a = 0; a < A; a++) into[a] = policy[state * A + a];
      softmaxRow(into, into, 0, A);
    },
  };
}

/** The learner, with the difference between the teacher's reward and the process's own as additional pay, and its own shaping. */
function designed({ learner, chances }: Inner, p: Parameters, process: TabularMdp, horizon: number): TableLearner {
  const { states, actions: A, discount, reward } = process;
  const design = p.teacher === "adaptive" ? adaptive(p, process, chances) : fixedDesign(p, process);
  const beside = new Float32Array(states * A);
  const renew = () => {
    const paid = design();
    for (let at = 0; at < beside.length; at++) beside[at] = paid[at] - reward[at];
  };
  renew();
  const own = selfShaping({ states, actions: A, discount, chances, horizon, bonus: p.bonus, shaping: p.shaping });
  const pays = p.bonus !== undefined || p.shaping !== undefined;
  const ended = new Float32Array(1);
  let [state, action] = [0, 0];
  return {
    ...learner,
    weights: { ...learner.weights, ...(pays ? prefixed("own.", own.weights) : {}), beside, ended },
    act(observations, from, rng) {
      state = observations[from];
      action = learner.act(observations, from, rng);
      return action;
    },
    learn(pay, status, next, from) {
      const isEnd = (status & Status.terminated) !== 0;
      const extra = pays ? own.beside(state, action, pay, next[from], isEnd) : 0;
      learner.learn(pay + beside[state * A + action] + extra, status, next, from);
      if (status === Status.running) return;
      if (pays) own.end();
      ended[0] += 1;
      if (p.teacher === "adaptive" && ended[0] % p.every === 0) renew();
    },
  };
}

/** Designs for the policy as it is. */
function adaptive({ inverted }: Parameters, process: TabularMdp, chances: Inner["chances"]): () => Float64Array {
  const { states, actions: A } = process;
  const design = adaptiveDesigner(loadedLinearPrograms(), process, { ties: "keep", sign: inverted ? -1 : 1 });
  const policy = new Float64Array(states * A);
  return () => {
    for (let s = 0; s < states; s++) chances(s, policy.subarray(s * A, (s + 1) * A));
    return design(policy);
  };
}

/** Designs of this thread by teacher and process: seeds of one experiment share them. */
const made = new Map<string, Float64Array>();

function fixedDesign({ teacher, states }: Parameters, process: TabularMdp): () => Float64Array {
  const { offset, next, probability, reward, discount } = process;
  const key = JSON.stringify([
    teacher,
    states,
    discount,
    ...[offset, next, probability, reward].map((all) => [...all]),
  ]);
  const design = made.get(key) ?? designOnce(teacher, states, process);
  made.set(key, design);
  return () => design;
}

function designOnce(teacher: Parameters["teacher"], states: number, process: TabularMdp): Float64Array {
  if (teacher === "potential") return potentialShaping(process, optimalTarget(process).values);
  if (teacher === "invariant") return invariantReward(loadedLinearPrograms(), process, { ties: "keep" });
  if (teacher !== "explicable") return process.reward;
  const { reward, actions: A } = process;
  const paid = [...new Set(Array.from(reward.keys()).flatMap((at) => (reward[at] === 0 ? [] : [Math.floor(at / A)])))];
  const how = { first: paid, budget: states, ties: "keep", choose: "sparing" } as const;
  return designGreedily(loadedLinearPrograms(), process, how).reward;
}

const prefixed = (prefix: string, weights: TableLearner["weights"]): TableLearner["weights"] =>
  Object.fromEntries(Object.entries(weights).map(([name, numbers]) => [`${prefix}${name}`, numbers]));
