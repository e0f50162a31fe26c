// Gradient bandit in contexts: a softmax policy in a table, raised where pay is above what is usual in the context. It learns at once, or
// from a log of its last rounds in periodic trainings.

import { z } from "zod";
import type { Agent } from "../../core/agent.ts";
import type { NumericSpec } from "../../core/environment.ts";
import { oneOf, positive, whole } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import type { AgentPlan } from "../../core/seat.ts";
import { softmaxTable } from "../tabular/softmax-policy.ts";
import { seenStates } from "../update-rules/seen-states.ts";
import { armsOf } from "./agents.ts";

const parameters = z.strictObject({
  rate: positive(1000, 0.5).describe("α: step of the logits"),
  baseline: oneOf(["mean", "none"], "mean").describe("what pay is compared with: its mean in the context, or 0"),
  zero: oneOf(["pay", "no feedback"], "pay").describe(
    "what pay of exactly 0 is: pay as any other, or a round without feedback, of which nothing is learnt",
  ),
  period: whole(1, 1_000_000, 1).describe(
    "rounds between two trainings on the log since the last; at 1 it learns at once",
  ),
  passes: whole(1, 1000, 1).describe("passes of a training over its log"),
});

export const gradientBandit: BoundEntry<AgentPlan> = bind({
  id: "bandit/gradient",
  summary: "raises what pays above the usual in its context, at once or in trainings on a log",
  source: "Sutton & Barto (2018), section 2.8, with a row of the table for each context",
  parameters,
  example: { environment: "retrieval/pipeline", parameters: { period: 500 } },
  make:
    (settings): AgentPlan =>
    ({ spec }) =>
      contextualGradient(spec, armsOf(spec, "bandit/gradient"), settings),
});

/**
 * An agent that draws from π(· | c) = softmax θ(c, ·), c the context that it sees, and learns by θ(c, ·) ← θ(c, ·) + α·(pay − b(c))·(e_arm −
 * π(· | c)) (Sutton & Barto, 2018, section 2.8, a table row for each context). b(c) is the mean of earlier pay there, or 0. With a period
 * rounds with feedback are logged, and the same rule goes through the log, in its order, at the period's end. It allocates
 * nothing in a step. Shows π, [contexts × arms], contexts in the order in which they are first seen.
 */
export function contextualGradient(
  spec: NumericSpec,
  arms: number,
  settings: z.output<typeof parameters>,
): Agent & { readonly policy: Float64Array } {
  const { rate, baseline, zero, period, passes } = settings;
  const contexts = spec.horizon + 1;
  const { logits, policy, refresh, choose } = softmaxTable(contexts, arms);
  const seen = seenStates(
    spec,
    spec.observation.map(({ name }) => name),
  );
  const means = new Float64Array(contexts);
  const counts = new Float64Array(contexts);
  const log = { context: new Int32Array(period), arm: new Int32Array(period), pay: new Float64Array(period) };
  let [logged, rounds, context, arm] = [0, 0, 0, 0];
  let hand: Random | undefined;

  function learn(c: number, chosen: number, pay: number, isNew: boolean): void {
    const step = rate * (baseline === "mean" ? pay - means[c] : pay);
    if (isNew) {
      counts[c] += 1;
      means[c] += (pay - means[c]) / counts[c];
    }
    const row = c * arms;
    for (let k = 0; k < arms; k++) logits[row + k] += step * ((k === chosen ? 1 : 0) - policy[row + k]);
    refresh(c);
  }

  function train(): void {
    for (let pass = 0; pass < passes; pass++)
      for (let k = 0; k < logged; k++) learn(log.context[k], log.arm[k], log.pay[k], pass === 0);
    logged = 0;
    rounds = 0;
  }

  return {
    policy,
    reset(random) {
      const used = seen.count();
      logits.fill(0, 0, used * arms);
      policy.fill(1 / arms, 0, used * arms);
      means.fill(0, 0, used);
      counts.fill(0, 0, used);
      seen.forget();
      [logged, rounds] = [0, 0];
      hand = random;
    },
    act(observation, action) {
      if (hand === undefined) throw new Error("a learner acts before its first reset");
      context = seen.number(observation);
      arm = choose(context, hand);
      action[0] = arm;
    },
    receive(pay) {
      if (pay !== 0 || zero === "pay") {
        log.context[logged] = context;
        log.arm[logged] = arm;
        log.pay[logged] = pay;
        logged += 1;
      }
      rounds += 1;
      if (rounds >= period) train();
    },
  };
}
