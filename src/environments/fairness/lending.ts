// A lender assigns approval probabilities, observes the outcomes of granted loans, and receives reports from a panel of auditors, drawn
// anew for every round, where two similar people were given different probabilities.

import { z } from "zod";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { layout } from "../../core/layout.ts";
import { positive, share, whole } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { drawPanel, panelDistances, reportedPair } from "../../mechanisms/auditing/panel.ts";
import { clip, field, flow, parts, singleAgentSpec, UNIT } from "../declaration.ts";
import { APPLICANTS, refillApplicants } from "./applicants.ts";
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
});

const [PAYOFF, ACCEPTED, CORRECT, VIOLATION, REPAID] = [0, 1, 2, 3, 4];

export const lending: BoundEntry<NumericEnvironment> = bind({
  id: "fairness/lending",
  summary:
    "a lender learns how it went with those who got a loan only, and a panel objects where people who are alike are not treated so",
  source: "after the model of arXiv 2206.04475",
  parameters,
  make,
});

function make({ horizon, people, slack, share, steady, erratic, steepness }: z.output<typeof parameters>) {
  const members = steady + erratic;
  if (members === 0) {
    const what = "a panel without members objects to nothing";
    throw new UserError({ code: "no-auditors", what, path: ["steady"], hint: "let steady or erratic be at least 1" });
  }
  const pairs = people * people;
  const state = layout({
    features: [2 * people],
    groups: [people],
    labels: [people],
    distances: [pairs],
    seen: [people],
    shown: [people],
    reported: [2],
    step: [1],
  });
  const { features, groups, labels, distances, seen, shown, reported, step: counter } = state.views;
  const panel = new Float64Array(members * pairs);
  const chances = new Float64Array(people);
  const merge = panelDistances(members, share, pairs);
  const pool = { steady, erratic, steepness };
  const draw = (random: Random) => {
    refillApplicants(APPLICANTS, random, { features, groups, labels });
    // Auditors use the features as observed, in single precision.
    for (let k = 0; k < 2 * people; k++) features[k] = Math.fround(features[k]);
    drawPanel(pool, features, 0, people, random, panel, 0);
    merge(panel, 0, distances, 0);
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
      flow("violation", "share of rounds", 0, 1, "mean", "1 where the panel reports a pair"),
      flow("repaid", "loans", 0, people, "sum", "loans paid back"),
    ],
    publicState: parts({ seen: "who got a loan", shown: "who paid it back", reported: "pair reported" }),
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
      let [accepted, repaid, correct] = [0, 0, 0];
      for (let i = 0; i < people; i++) {
        chances[i] = clip(actions[i], 0, 1);
        const given = random.uniform() < chances[i] ? 1 : 0;
        seen[i] = given;
        shown[i] = given * labels[i];
        accepted += given;
        repaid += shown[i];
        correct += given === labels[i] ? 1 : 0;
      }
      const pair = reportedPair(chances, distances, 0, slack);
      reported[0] = pair < 0 ? -1 : Math.floor(pair / people);
      reported[1] = pair < 0 ? -1 : pair % people;
      outcomes[PAYOFF] = 2 * repaid - accepted;
      outcomes[ACCEPTED] = accepted;
      outcomes[CORRECT] = correct;
      outcomes[VIOLATION] = pair < 0 ? 0 : 1;
      outcomes[REPAID] = repaid;
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
