// A lender assigns approval probabilities, observes the outcomes of granted loans, and receives reports from a panel of auditors, drawn
// anew for every round, where two similar people were given different probabilities.

import { z } from "zod";
import { memoryless } from "../../core/agent.ts";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { layout } from "../../core/layout.ts";
import { oneOf, positive, share, whole, within } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { linearPrograms } from "../../math/linear-program.ts";
import { acceptanceCost } from "../../mechanisms/auditing/fair-optimum.ts";
import { drawPanel, panelDistances, reportedPair } from "../../mechanisms/auditing/panel.ts";
import { clip, field, flow, parts, singleAgentSpec, UNIT } from "../declaration.ts";
import { APPLICANTS, refillApplicants } from "./applicants.ts";
import { type FairChances, fairChances } from "./fair-benchmark.ts";
import { lendingScene } from "./scenes.ts";

/** Upper bound of features: normal samples end at 12.1, and group means are below 1. */
const FAR = 13;

const parameters = z.strictObject({
  horizon: whole(1, 10_000_000, 2000).describe("rounds"),
  people: whole(1, 50, 4).describe("k, people who apply in a round"),
  slack: share(0.1).describe("α: how much more than they are apart the chances of two people may differ"),
  share: positive(1, 0.6).describe("γ: which share of the panel must object to a pair"),
  steady: whole(0, 50, 3).describe("members of a panel to whom people are apart as their features are"),
  erratic: whole(0, 50, 2).describe("members to whom they are apart by chance"),
  steepness: z
    .tuple([z.number().min(0).max(100), z.number().min(0).max(100)])
    .default([0.5, 1])
    .refine(([low, high]) => low <= high, { error: "The first must not be above the second" })
    .describe("how far apart, per unit of features, steady members find people: drawn between the two"),
  reporter: oneOf(["panel", "member"], "panel").describe(
    "whose complaints the lender receives: the panel's, or those of one member alone, drawn anew each round",
  ),
  hurdle: within(-10, 10, 0).describe("mean of both features, times √2, at which a loan is as often paid back as not"),
  benchmark: oneOf(["none", "fair"], "none").describe(
    "fair: errors beyond those of the best mixture of threshold rules that keeps within α − ε in 20,000 rounds drawn before",
  ),
  margin: share(0.05).describe("ε: slack that the benchmark does not use"),
});
type Parameters = z.output<typeof parameters>;

const [PAYOFF, ACCEPTED, CORRECT, VIOLATION, REPAID, REGRET] = [0, 1, 2, 3, 4, 5];
const REGRET_MEANS = "expected wrong decisions of these chances, less those of the best fair mixture";
const FAIR_MEANS = "the best mixture of threshold rules that panels do not object to";

export const lending: BoundEntry<NumericEnvironment> = bind({
  id: "fairness/lending",
  summary:
    "a lender learns how it went with those who got a loan only, and a panel objects where people who are alike are not treated so",
  source: "after the model of arXiv 2206.04475",
  parameters,
  async prepare(p) {
    if (p.benchmark === "fair") await linearPrograms();
    return p;
  },
  make,
});

/** The benchmark of these parameters, if there is to be one. */
function benchmarkOf(p: Parameters): FairChances | undefined {
  if (p.benchmark === "none") return undefined;
  if (p.margin > p.slack) {
    const what = `a benchmark that keeps ${p.margin} away from a slack of ${p.slack} has none left`;
    throw new UserError({ code: "margin-above-slack", what, path: ["margin"], hint: "let margin be at most slack" });
  }
  const pool = { steady: p.steady, erratic: p.erratic, steepness: p.steepness };
  const applicants = { ...APPLICANTS, hurdle: p.hurdle };
  return fairChances({ applicants, people: p.people, pool, share: p.share, slack: p.slack - p.margin });
}

function make(p: Parameters) {
  const { horizon, people, slack, share, steady, erratic, steepness, reporter } = p;
  const members = steady + erratic;
  if (members === 0) {
    const what = "a panel without members objects to nothing";
    throw new UserError({ code: "no-auditors", what, path: ["steady"], hint: "let steady or erratic be at least 1" });
  }
  const fair = benchmarkOf(p);
  const applicants = { ...APPLICANTS, hurdle: p.hurdle };
  const pairs = people * people;
  const state = layout({
    features: [2 * people],
    groups: [people],
    labels: [people],
    distances: [pairs],
    heard: [pairs],
    seen: [people],
    shown: [people],
    reported: [2],
    step: [1],
  });
  const { features, groups, labels, distances, heard, seen, shown, reported, step: counter } = state.views;
  const panel = new Float64Array(members * pairs);
  const chances = new Float64Array(people);
  const best = new Float64Array(people);
  const merge = panelDistances(members, share, pairs);
  const pool = { steady, erratic, steepness };
  const draw = (random: Random) => {
    refillApplicants(applicants, random, { features, groups, labels });
    // Auditors use the features as observed, in single precision.
    for (let k = 0; k < 2 * people; k++) features[k] = Math.fround(features[k]);
    drawPanel(pool, features, 0, people, random, panel, 0);
    merge(panel, 0, distances, 0);
    const from = reporter === "member" ? random.integer(members) * pairs : -1;
    heard.set(from < 0 ? distances : panel.subarray(from, from + pairs));
  };
  const [seenAt, shownAt, reportedAt] = [2 * people, 3 * people, 4 * people];
  const rightly = "people decided on rightly, the rejected among them, which the lender never learns";
  const favoured = "the person whom the panel found favoured in the last round, and the other of the pair; −1 for none";
  const spec = singleAgentSpec({
    label: "lender",
    horizon,
    action: { low: new Array<number>(people).fill(0), high: new Array<number>(people).fill(1) },
    actionUnit: "chance of a loan",
    observation: [
      field("features", -FAR, FAR, "two features of each who applies now", { size: 2 * people, ...UNIT }),
      field("seen", 0, 1, "1 for those of the last round who got a loan", { size: people }),
      field("labels", 0, 1, "1 for those of them who paid it back", { size: people }),
      field("reported", -1, people - 1, favoured, { size: 2 }),
    ],
    channels: [
      flow("payoff", "loans", -people, people, "sum", "loans paid back, less loans that were not"),
      flow("accepted", "loans", 0, people, "sum", "loans given"),
      flow("correct", "people", 0, people, "sum", rightly),
      flow("violation", "share of rounds", 0, 1, "mean", "1 where the panel objects to a pair"),
      flow("repaid", "loans", 0, people, "sum", "loans paid back"),
      ...(fair === undefined ? [] : [flow("regret", "people", -people, people, "sum", REGRET_MEANS)]),
    ],
    publicState: parts({ seen: "who got a loan", shown: "who paid it back", reported: "pair reported" }),
    oracles: fair && { fair: { meaning: FAIR_MEANS, play: () => memoryless((view, action) => fair(view, 0, action)) } },
  });
  return {
    spec,
    state,
    reset(random, outcomes) {
      seen.fill(0);
      shown.fill(0);
      reported.fill(-1);
      counter[0] = 0;
      draw(random);
      outcomes.fill(0);
    },
    step(actions, outcomes, random) {
      let [accepted, repaid, correct, regret] = [0, 0, 0, 0];
      fair?.(features, 0, best);
      for (let i = 0; i < people; i++) {
        chances[i] = clip(actions[i], 0, 1);
        const given = random.uniform() < chances[i] ? 1 : 0;
        seen[i] = given;
        shown[i] = given * labels[i];
        accepted += given;
        repaid += shown[i];
        correct += given === labels[i] ? 1 : 0;
        regret += (chances[i] - best[i]) * acceptanceCost(labels[i]);
      }
      const pair = reportedPair(chances, heard, 0, slack);
      const violates = reporter === "panel" ? pair >= 0 : reportedPair(chances, distances, 0, slack) >= 0;
      reported[0] = pair < 0 ? -1 : Math.floor(pair / people);
      reported[1] = pair < 0 ? -1 : pair % people;
      outcomes[PAYOFF] = 2 * repaid - accepted;
      outcomes[ACCEPTED] = accepted;
      outcomes[CORRECT] = correct;
      outcomes[VIOLATION] = violates ? 1 : 0;
      outcomes[REPAID] = repaid;
      if (fair !== undefined) outcomes[REGRET] = regret;
      counter[0] += 1;
      draw(random);
      return counter[0] >= horizon ? Status.truncated : Status.running;
    },
    observe(observations) {
      observations.set(features, 0);
      observations.set(seen, seenAt);
      observations.set(shown, shownAt);
      observations.set(reported, reportedAt);
    },
    scene: (last) =>
      lendingScene({
        ...{ people, round: counter[0], horizon, features, groups },
        last: last && {
          chances: Array.from(last.actions, (action) => clip(action, 0, 1)),
          ...{ given: seen, repaid: shown, reported },
        },
      }),
  } satisfies NumericEnvironment;
}
