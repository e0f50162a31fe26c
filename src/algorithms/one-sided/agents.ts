// Learners with one-sided feedback as lenders: they deploy chances of a loan, and learn from the outcomes of granted loans and from the
// pairs that auditors reported. They do not use their reward.

import { z } from "zod";
import type { Agent } from "../../core/agent.ts";
import { fieldOffset, type NumericSpec } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { oneOf, positive, share, whole, within } from "../../core/parameters.ts";
import { Random } from "../../core/random.ts";
import { type BoundEntry, bind, type EntryAbout } from "../../core/registry.ts";
import type { AgentPlan } from "../../core/seat.ts";
import {
  decisionTable,
  separator,
  type ThresholdRules,
  thresholdRules,
  writeDecisions,
} from "../../mechanisms/auditing/threshold-rules.ts";
import { COST_RULES, estimateCosts, exp2, type OneSidedLearner } from "./exp2.ts";
import { ftpl } from "./ftpl.ts";

const common = {
  penalty: within(0, 1e6, 1).describe("c: weight of a reported pair beside an error, C(t) = c·t^growth"),
  growth: share(0.5).describe("how that weight grows with the rounds; above 0 complaints die out"),
  mixture: share(0.02).describe("p_min: chance that all people get a loan, so that each outcome may be observed"),
  labels: oneOf(COST_RULES, "weighted").describe(
    "outcomes of loans divided by their chances; as they are; or with the rejected counted as bad cases",
  ),
  directions: whole(1, 360, 8).describe("directions of the threshold rules"),
  thresholds: whole(1, 1000, 21).describe("thresholds for each direction"),
  reach: positive(100, 2).describe("the last threshold; the first is less it"),
};
const commonSchema = z.strictObject(common);
type Common = z.output<typeof commonSchema>;

/** People from whom the separator is chosen: enough that any two of a few hundred rules differ on one of them. */
const MADE_UP = 300;

const exp2Parameters = z.strictObject({ ...common, rate: positive(1000, 0.2).describe("η(t) = rate/√t") });

const ftplParameters = z.strictObject({
  ...common,
  rate: positive(1000, 0.2).describe("scale of the Laplace costs of made-up people in round t: √t/rate"),
  leaders: whole(1, 1000, 40).describe("R: rules that are drawn in each round; each is followed with chance 1/R"),
  cap: whole(1, 10_000, 50).describe("maximum number of draws by which 1/P of an acceptance is estimated"),
});

export const oneSidedLearners: readonly BoundEntry<AgentPlan>[] = [
  lender({
    id: "lender/exp2",
    summary: "exponential weights over threshold rules, on errors among accepted people and complaints of auditors",
    source: "arXiv 2206.04475",
    parameters: exp2Parameters,
    learner: ({ rate, mixture }, { count: rules, acceptAll }, people) =>
      exp2({ rules, people, acceptAll, mixture, rate: (t) => rate / Math.sqrt(t) }),
  }),
  lender({
    id: "lender/ftpl",
    summary: "the best threshold rule for a perturbed past, found by an oracle, on the same errors and complaints",
    source: "arXiv 2206.04475; Context-Semi-Bandit-FTPL of arXiv 1602.02454",
    parameters: ftplParameters,
    learner: ({ rate, mixture, leaders, cap, reach }, rules, people, random) => {
      const { count } = rules;
      const made = Random.of(0, "made-up people");
      const features = Float64Array.from({ length: 2 * MADE_UP }, () => made.uniform(-1.5 * reach, 1.5 * reach));
      const rows = separator(decisionTable(rules, features), count);
      const scale = (t: number) => Math.sqrt(t) / rate;
      return ftpl({ rules: count, people, mixture, separator: rows, scale, leaders, cap }, random);
    },
  }),
];

/** An entry that makes a learner over threshold rules. */
type LenderEntry<P> = EntryAbout<P> & {
  learner(options: P, rules: ThresholdRules, people: number, random: Random): OneSidedLearner;
};

function lender<P extends Common>(entry: LenderEntry<P>): BoundEntry<AgentPlan> {
  const make =
    (options: P): AgentPlan =>
    ({ spec }) => {
      const rules = thresholdRules(options.directions, options.thresholds, options.reach);
      const begin = (random: Random) => entry.learner(options, rules, spec.actionSize, random);
      return lending(options, rules, spec.actionSize, fieldsOf(spec, entry.id), begin);
    };
  return bind({ ...entry, make });
}

/** Offsets of the observation's fields. Throws a UserError where the world has none of them. */
function fieldsOf(spec: NumericSpec, id: string) {
  const [featuresAt, seenAt, labelsAt, reportedAt] = ["features", "seen", "labels", "reported"].map((name) =>
    fieldOffset(spec, name),
  );
  if (
    featuresAt !== undefined &&
    seenAt !== undefined &&
    labelsAt !== undefined &&
    reportedAt !== undefined &&
    spec.choices === undefined
  )
    return { featuresAt, seenAt, labelsAt, reportedAt };
  const what = `${id} gives chances to people with two features, and this world has none`;
  throw new UserError({ code: "no-applicants", what, hint: "fairness/lending does" });
}

function lending(
  { penalty, growth, labels: costRule }: Common,
  rules: ThresholdRules,
  people: number,
  at: ReturnType<typeof fieldsOf>,
  begin: (random: Random) => OneSidedLearner,
): Agent {
  const table = new Uint8Array(people * rules.count);
  const chances = new Float64Array(people);
  const costs = new Float64Array(people);
  const seen = new Uint8Array(people);
  const labels = new Uint8Array(people);
  let learner: OneSidedLearner | undefined;
  let round = 0;
  return {
    reset(random) {
      learner = begin(random);
      round = 0;
    },
    act(observation, action) {
      if (learner === undefined) throw new Error("a lender acts before it is reset");
      if (round > 0) {
        for (let i = 0; i < people; i++) {
          seen[i] = observation[at.seenAt + i];
          labels[i] = observation[at.labelsAt + i];
        }
        const favoured = observation[at.reportedAt];
        const pair = favoured < 0 ? -1 : favoured * people + observation[at.reportedAt + 1];
        estimateCosts(costRule, seen, labels, learner, pair, penalty * round ** growth, costs);
        learner.learn(costs);
      }
      round += 1;
      writeDecisions(rules, observation, at.featuresAt, table);
      learner.deploy(table, chances);
      action.set(chances);
    },
  };
}
