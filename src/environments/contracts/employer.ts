// The employer's side of hiring: for one inspector, who works wherever that is no loss, the employer chooses the payment for a correct
// report. Payments are bandit arms, so that a learner that knows the hiring model can be compared with bandit algorithms.

import { z } from "zod";
import { above, positive, whole } from "../../core/parameters.ts";
import { bind } from "../../core/registry.ts";
import { rightReportPayment } from "../../mechanisms/hiring/inspectors.ts";
import { bandit, byMeans } from "../bandits/arms.ts";
import { short } from "../scene-shapes.ts";

/** Payment for a correct report by arm, [arms]. */
export const paymentsOf = ({ cap, arms }: { readonly cap: number; readonly arms: number }): number[] =>
  Array.from({ length: arms }, (_, k) => (cap * k) / (arms - 1));

export const employer = bind({
  id: "contracts/employer",
  summary: "an employer chooses what to pay an inspector for a right report, who works if that is worth it",
  source: "after the model of arXiv 2307.06210",
  parameters: z.strictObject({
    horizon: whole(1, 10_000_000, 10_000).describe("rounds"),
    accuracy: above(0.5, 1, 0.75).describe("chance that a worker's report is right; an idler's is a coin"),
    cost: positive(1, 0.05).describe("what work costs the inspector; a right decision is worth 1"),
    cap: z.number().gt(0).lt(1).default(0.5).describe("payment of the last arm"),
    arms: whole(2, 10_000, 51).describe("payments from 0 to the cap"),
  }),
  make({ horizon, accuracy, cost, cap, arms }) {
    const needed = rightReportPayment({ accuracy, cost });
    const payments = paymentsOf({ cap, arms });
    const right = payments.map((payment) => (payment >= needed - 1e-12 ? accuracy : 0.5));
    const known = byMeans(payments.map((payment, k) => right[k] * (1 - payment)));
    return bandit({
      ...known,
      worth: {
        ...known.worth,
        title: "What the employer keeps on average, by payment",
        names: payments.map((payment) => `payment ${short(payment)}`),
      },
      best: "the best payment",
      horizon,
      low: 0,
      high: 1,
      deterministic: false,
      pay: (arm, _round, random) => (random.uniform() < right[arm] ? 1 - payments[arm] : 0),
    });
  },
});
