// Dynamical linear bandit: arms act on a hidden state, so that payoffs depend on earlier pulls, as advertising builds awareness that pays
// later. The best arm is the one with the highest payoff when it is played constantly.

import { z } from "zod";
import type { NumericEnvironment } from "../../core/environment.ts";
import { whole, within, wrong } from "../../core/parameters.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { columnSums, type LinearSystem, type Rows, spectralRadius, steadyGain } from "../../math/linear-system.ts";
import { bandit, byMeans, FARTHEST } from "./arms.ts";
import { dot, fixedFeatures, largestAt, rows, steady, vectorName } from "./vector-arms.ts";

const transition = rows
  .refine((A) => A.length === A[0].length, { error: "It must be square", abort: true })
  .refine((A) => spectralRadius(A) < 1, {
    error: ({ input }) =>
      `It must have a spectral radius below 1, so that the state forgets; it has ${radiusInWords(input)}`,
  });

const ONE_EACH = "must have a number for each column of B";

const parameters = z
  .strictObject({
    horizon: whole(1, 10_000_000, 1000).describe("rounds"),
    actions: rows
      .default([
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ])
      .describe("the vector u of each arm"),
    A: transition
      .default([
        [0.2, 0, 0],
        [0, 0, 0],
        [0, 0, 0.1],
      ])
      .describe("how the hidden state goes on: x' = A·x + B·u + noise; it begins at 0"),
    B: rows
      .default([
        [0.45, 0, 0],
        [0, 0, 0],
        [0, 0, 0.1],
      ])
      .describe("what a vector does to the state, [states × numbers of a vector]"),
    C: rows
      .default([[1, 0, 0.1]])
      .describe("what the state pays, [outputs × states]; the payoff is the sum of the outputs C·x + D·u + noise"),
    D: rows.default([[0, 0.5, 0.1]]).describe("what a vector pays at once, [outputs × numbers of a vector]"),
    deviation: within(0, 1e6, 0.1).describe("standard deviation of the noise of every output"),
    stateDeviation: z
      .number()
      .min(0)
      .max(1e6)
      .optional()
      .describe("standard deviation of the noise of every state; default `deviation`"),
    expert: z
      .array(z.number().min(-1e6).max(1e6))
      .max(100)
      .optional()
      .describe("a vector that people chose: one more arm, after the others, which the oracle `expert` pulls"),
  })
  .refine(({ A, B }) => B.length === A.length, wrong("B", "It must have a row for each row of A"))
  .refine(({ A, C }) => C[0].length === A.length, wrong("C", "It must have a column for each row of A"))
  .refine(({ C, D }) => D.length === C.length, wrong("D", "It must have a row for each row of C"))
  .refine(({ B, D }) => D[0].length === B[0].length, wrong("D", "It must have as many columns as B"))
  .refine(({ actions: [u], B: [b] }) => u.length === b.length, wrong("actions", `Its rows ${ONE_EACH}`))
  .refine(({ expert: u, B: [b] }) => u === undefined || u.length === b.length, wrong("expert", `It ${ONE_EACH}`));

function radiusInWords(A: unknown): string {
  const { data } = rows.safeParse(A);
  return data === undefined ? "another" : spectralRadius(data).toPrecision(4);
}

/** Cumulative gain h = (D + C(I − A)⁻¹B)ᵀ1: payoff per round and per unit of each input when it is held constant. */
export const cumulativeGain = (system: LinearSystem): Float64Array => columnSums(steadyGain(system));

export const dynamicalLinearBandit: BoundEntry<NumericEnvironment> = bind({
  id: "bandits/dynamical-linear",
  summary: "arms that are vectors and pay through a hidden state that moves linearly",
  source: "dynamical linear bandits (arXiv 2211.08997)",
  parameters,
  make: (given: z.output<typeof parameters>): NumericEnvironment => {
    const { horizon, A, B, C, D, deviation, stateDeviation = deviation, expert } = given;
    const actions = expert === undefined ? given.actions : [...given.actions, expert];
    const n = A.length;
    const h = cumulativeGain({ A, B, C, D });
    const means = actions.map((action) => dot(action, h));
    const [omega, theta] = [columnSums(C), columnSums(D)];
    const direct = Float64Array.from(actions, (action) => dot(action, theta));
    // [arms × n]: effect of each arm on the state.
    const driven = Float64Array.from(actions.flatMap((action) => B.map((row) => dot(row, action))));
    const matrix = Float64Array.from(A.flat());
    const before = new Float64Array(n);
    // Independent output noises of standard deviation σ sum to one of σ·√(number of outputs).
    const spread = deviation * Math.sqrt(C.length);
    const reach = farthest(A, driven, omega, FARTHEST * stateDeviation, horizon) + FARTHEST * spread;
    const best = largestAt(means);
    const myopic = largestAt(direct);
    const known = byMeans(means);
    // Long-run payoff through the state of an arm played constantly.
    const built = means.map((mean, arm) => mean - direct[arm]);
    return bandit({
      ...known,
      worth: {
        ...known.worth,
        title: "What each arm pays when it is kept up",
        names: actions.map(vectorName),
        carried: {
          low: Math.min(0, ...built),
          high: Math.max(0, ...built),
          of: (x) => omega.reduce((sum, own, i) => sum + own * x[i], 0),
        },
      },
      best: "the arm that is best when it is kept up",
      horizon,
      low: Math.min(...direct) - reach,
      high: Math.max(...direct) + reach,
      deterministic: deviation === 0 && stateDeviation === 0,
      features: fixedFeatures(actions),
      oracles: {
        best: steady("pulls the arm that is best when it is kept up", best),
        myopic: steady("pulls the arm that pays most at once", myopic),
        ...(expert === undefined ? {} : { expert: steady("pulls the arm that people chose", actions.length - 1) }),
      },
      course: {
        size: n,
        label: "state x",
        begin: (_random, x) => x.fill(0),
        move(arm, random, x) {
          before.set(x);
          for (let i = 0; i < n; i++) {
            let sum = driven[arm * n + i];
            for (let j = 0; j < n; j++) sum += matrix[i * n + j] * before[j];
            x[i] = stateDeviation === 0 ? sum : sum + stateDeviation * random.normal();
          }
        },
      },
      pay(arm, _round, random, x) {
        let sum = direct[arm];
        for (let i = 0; i < n; i++) sum += omega[i] * x[i];
        return spread === 0 ? sum : sum + spread * random.normal();
      },
    });
  },
});

/** Upper bound of |<ω, x>|: Σ_k |A^k|·(|Bu| + noise), state by state, over the rounds of an episode. */
function farthest(A: Rows, driven: Float64Array, omega: Float64Array, noise: number, horizon: number): number {
  const n = A.length;
  const push = Float64Array.from({ length: n }, (_, i) => {
    let most = 0;
    for (let at = i; at < driven.length; at += n) most = Math.max(most, Math.abs(driven[at]));
    return most + noise;
  });
  // Rows ωᵀA^k for successive k.
  let row = Float64Array.from(omega);
  let sum = 0;
  for (let k = 0; k < horizon; k++) {
    let term = 0;
    for (let i = 0; i < n; i++) term += Math.abs(row[i]) * push[i];
    sum += term;
    if (!(term > 1e-15 * sum) && k >= n) break;
    const last = row;
    row = Float64Array.from({ length: n }, (_, j) => A.reduce((total, from, i) => total + last[i] * from[j], 0));
  }
  return sum * (1 + 1e-9);
}
