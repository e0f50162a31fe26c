// Sequential reciprocity: actors observe each other without a contract. A partner's action is compared with its expectation and answered by
// a bounded response, which is stronger with more dependence and scaled by trust. The environment tracks trust and computes the rule's
// response; agents may follow it or not. It differs from the step of the twenty environments, where reciprocity only scales pay. Source:
// Pant & Yu, arXiv 2604.01240 (TR-4), and its released simulator; equation numbers are the report's.

import { z } from "zod";
import { reactive } from "../../core/agent.ts";
import { fieldOffset, type NumericEnvironment, Status } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { layout } from "../../core/layout.ts";
import { list, oneOf, share, whole, within } from "../../core/parameters.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { clip, field, flow, level, parts, seats } from "../declaration.ts";
import { networkScene } from "../network-scene.ts";
import { gatedSensitivity, sensitivityTo } from "./reciprocity.ts";
import { nextDamage, nextTrust, TRUST_DEFAULTS, trustLaw } from "./trust.ts";

/** TR-4's law of trust: TR-2's on the raw signal, with a ceiling that leaves some trust even after full damage. */
const ceilings = { cap: 0.9, burden: 0.6, falls: true };

const most = 100;
const amount = z.number().min(0).max(1);
const row = z.array(amount).min(2).max(most);
const rows = z.array(row).min(2).max(most);

const parameters = z.strictObject({
  horizon: whole(1, 1_000_000, 30).describe("steps"),
  labels: z.array(z.string().min(1)).min(2).max(most).optional().describe("names of the actors"),
  dependence: rows
    .default([
      [0, 0.8],
      [0.4, 0],
    ])
    .describe("D: how much each actor (row) depends on each; the diagonal is not read"),
  baseline: row.default([0.3, 0.3]).describe("b: what is expected of each actor, and what it drifts back to"),
  start: row.default([0.5, 0.5]).describe("what each actor does first"),
  trust: z.union([amount, rows]).default(0.6).describe("T at the start: of all pairs, or of each actor (row) in each"),
  cap: share(ceilings.cap).describe("highest trust; 0 switches trust off"),
  strength: within(0, 10, 1).describe("ρ_0: strength of an answer; 0 switches reciprocity off"),
  elasticity: within(0, 10, 1).describe("η: how strongly dependence sharpens it (eq. 23)"),
  steepness: within(0, 100, 1).describe("κ: steepness in the distance from what was expected (eq. 21)"),
  weight: within(0, 10, 1).describe("λ_R: weight of an answer in what is done (eq. 44)"),
  amplification: within(0, 10, 0.6).describe("ω: how much dependence amplifies it (eq. 44)"),
  gain: share(0.15).describe("α: how far a full answer moves an actor in a step"),
  decay: share(0.02).describe("share of its distance from the baseline that an actor gives up in a step"),
  adaptation: share(0).describe("share of what an actor does that becomes its baseline in a step"),
  expectation: oneOf(["baseline", "recent"], "baseline").describe(
    "what a partner is held against: its baseline (released simulator), or its mean over the steps before (eq. 20)",
  ),
  memory: whole(1, 1000, 5).describe("k: steps of that mean"),
  noise: within(0, 1, 0).describe("standard deviation of what chance adds to what an actor does"),
  shocks: list(
    z.strictObject({
      step: z.int().min(0).describe("step, from 0"),
      actor: z.int().min(0).describe("seat, from 0"),
      change: z.number().min(-1).max(1).describe("what is added to what the actor does there"),
    }),
    0,
    1000,
    [],
  ).describe("what happens to actors"),
});

type Parameters = z.output<typeof parameters>;

export const sequentialReciprocity: BoundEntry<NumericEnvironment> = bind({
  id: "coopetition/sequential-reciprocity",
  summary: "actors answer what partners do, within bounds, by dependence and trust; shocks try them",
  source: "arXiv 2604.01240 and its released simulator",
  parameters,
  make,
});

const [CONDUCT, COOPERATION, PAYOFF, RESPONSE, TRUST, DAMAGE] = [0, 1, 2, 3, 4, 5];
const CHANNELS = [
  level("conduct", "share", 0, 1, "what the actor does"),
  flow("cooperation", "share", 0, 1, "mean", "what the actor does, over the episode"),
  flow("payoff", "share", 0, 1, "sum", "an equal part of what all actors do"),
  flow("response", "share", 0, 10, "mean", "how strongly the actor answers its partners, |M| in the mean over them"),
  level("trust", "share", 0, 1, "mean trust that the partners place in the actor"),
  level("reputationDamage", "share", 0, 1, "mean damage to the actor's reputation with the partners"),
];

function make(p: Parameters): NumericEnvironment {
  const n = p.start.length;
  checkSizes(p, n);
  const { horizon, gain, decay, adaptation, steepness } = p;
  const law = trustLaw(TRUST_DEFAULTS, { ...ceilings, cap: p.cap });
  const labels = p.labels ?? p.start.map((_, i) => `actor ${i}`);
  const state = layout({
    ...{ step: [1], actions: [n], answer: [n], baseline: [n], trust: [n, n], damage: [n, n], modifiers: [n, n] },
    history: [p.memory, n],
  });
  const { step: counter, actions: done, answer, baseline, trust, damage, modifiers, history } = state.views;
  const dependence = Float64Array.from(p.dependence.flat());
  const sensitivity = dependence.map((d) => sensitivityTo(d, p.strength, p.elasticity));
  const { signal, response } = layout({ signal: [n], response: [n] }).views;
  const C = CHANNELS.length;
  const observation = [
    field("ownAction", 0, 1, "what the actor did last"),
    field("otherActions", 0, 1, "what the others did last, in seat order", { size: n - 1 }),
    field("trustRow", 0, 1, "the actor's trust in each actor", { size: n }),
    field("answer", 0, 1, "what the actor does next by the rule"),
  ];
  const declared = {
    ...seats(labels, () => 1),
    horizon,
    actionUnit: "share of full cooperation",
    observation,
    observationSize: 2 * n + 1,
    channels: CHANNELS,
    publicState: parts({ actions: "conduct", trust: "trust", damage: "reputation damage" }),
    deterministic: p.noise === 0,
    symmetric: false,
  };
  const answerAt = fieldOffset(declared, "answer") ?? 0;
  const rule = { meaning: "answers partners as the rule of TR-4 does", play: () => reactive((seen) => seen[answerAt]) };

  /** Expected action of actor j at this step. */
  function expected(j: number): number {
    const window = p.expectation === "recent" ? Math.min(p.memory, counter[0]) : 0;
    if (window === 0) return baseline[j];
    let sum = 0;
    for (let slot = 0; slot < window; slot++) sum += history[slot * n + j];
    return sum / window;
  }

  function report(outcomes: Float64Array): void {
    const all = done.reduce((sum, a) => sum + a, 0);
    for (let i = 0; i < n; i++) {
      let [trusted, blamed, answered] = [0, 0, 0];
      for (let j = 0; j < n; j++) {
        if (j === i) continue;
        trusted += trust[j * n + i];
        blamed += damage[j * n + i];
        answered += Math.abs(modifiers[i * n + j]);
      }
      const at = i * C;
      outcomes[at + CONDUCT] = done[i];
      outcomes[at + COOPERATION] = done[i];
      outcomes[at + PAYOFF] = all / n;
      outcomes[at + RESPONSE] = answered / (n - 1);
      outcomes[at + TRUST] = trusted / (n - 1);
      outcomes[at + DAMAGE] = blamed / (n - 1);
    }
  }

  return {
    spec: { ...declared, oracles: { reciprocity: rule } },
    state,
    reset(_random, outcomes) {
      state.buffer.fill(0);
      done.set(p.start);
      answer.set(p.start);
      baseline.set(p.baseline);
      if (typeof p.trust === "number") trust.fill(p.trust);
      else trust.set(p.trust.flat());
      report(outcomes);
      for (let i = 0; i < n; i++) for (const flows of [COOPERATION, PAYOFF, RESPONSE]) outcomes[i * C + flows] = 0;
    },
    /**
     * All right-hand sides refer to the state before the step: s_j = a_j − expected_j (19), M_ij = ρ_0·D_ij^η·tanh(κ·s_j) (21, 23, 25),
     * G_ij = λ_R·T_ij·(1 + ω·D_ij)·M_ij (44), answer_i = a_i + α·Σ_j G_ij − decay·(a_i − b_i), b ← (1 − w)·b + w·a; T and R follow their
     * laws.
     */
    step(actions, outcomes, random) {
      for (let j = 0; j < n; j++) done[j] = clip(actions[j] + (p.noise > 0 ? p.noise * random.normal() : 0), 0, 1);
      for (const shock of p.shocks)
        if (shock.step === counter[0]) done[shock.actor] = clip(done[shock.actor] + shock.change, 0, 1);
      for (let j = 0; j < n; j++) {
        signal[j] = done[j] - expected(j);
        response[j] = Math.tanh(steepness * signal[j]);
      }
      for (let i = 0; i < n; i++) {
        let effect = 0;
        for (let j = 0; j < n; j++) {
          if (j === i) continue;
          const at = i * n + j;
          modifiers[at] = sensitivity[at] * response[j];
          effect += gatedSensitivity(trust[at], dependence[at], sensitivity[at], p) * response[j];
          trust[at] = nextTrust(trust[at], damage[at], signal[j], dependence[at], law);
          damage[at] = nextDamage(damage[at], signal[j], law);
        }
        answer[i] = done[i] + gain * effect - decay * (done[i] - baseline[i]);
      }
      for (let j = 0; j < n; j++) {
        history[(counter[0] % p.memory) * n + j] = done[j];
        baseline[j] = (1 - adaptation) * baseline[j] + adaptation * done[j];
      }
      counter[0] += 1;
      report(outcomes);
      return counter[0] >= horizon ? Status.truncated : Status.running;
    },
    observe(out) {
      let at = 0;
      for (let i = 0; i < n; i++) {
        out[at++] = done[i];
        for (let j = 0; j < n; j++) if (j !== i) out[at++] = done[j];
        for (let j = 0; j < n; j++) out[at++] = trust[i * n + j];
        out[at++] = clip(answer[i], 0, 1);
      }
    },
    scene: () =>
      networkScene({
        labels,
        levels: done,
        says: (i) => done[i].toFixed(2),
        ties: trust,
        harm: damage,
        caption: {
          circles: "A circle is filled by what its actor does.",
          arrows:
            "An arrow is as thick as its actor's trust, and red where the damage to the other's reputation exceeds a half.",
        },
      }),
  };
}

/** Checks that all lists have the same length as the number of actors. */
function checkSizes(p: Parameters, n: number): void {
  const lists = { dependence: p.dependence, baseline: p.baseline, labels: p.labels, trust: p.trust };
  for (const [name, value] of Object.entries(lists)) {
    if (!Array.isArray(value)) continue;
    const sizes = [value.length, ...value.flatMap((one) => (Array.isArray(one) ? [one.length] : []))];
    const wrong = sizes.find((size) => size !== n);
    if (wrong === undefined) continue;
    const what = `${name} is of ${wrong} actors, and start of ${n}`;
    throw new UserError({ code: "other-size", what, path: [name], hint: "give one number for each actor" });
  }
  for (const [k, { actor }] of p.shocks.entries()) {
    if (actor < n) continue;
    const what = `there are ${n} actors, from 0 to ${n - 1}`;
    throw new UserError({ code: "no-actor", what, path: ["shocks", k, "actor"] });
  }
}
