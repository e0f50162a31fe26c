// Players of a preference game as agents: they learn round by round from how often which answer was preferred, and begin anew with the
// next episode. One fits losses on pairs of its own answers; the other takes proximal steps against an opponent.

import { z } from "zod";
import type { Agent } from "../../core/agent.ts";
import { fieldOffset, type NumericSpec } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { oneOf, positive, whole, within } from "../../core/parameters.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import type { AgentPlan } from "../../core/seat.ts";
import { normalise, proximalStep } from "../../math/preference-game.ts";
import { dpo, inpo, ipo } from "./pair-losses.ts";
import { minimised } from "./tabular-pairs.ts";

/** Observations of a round, [answers] each, of pairs [answers × answers]. */
interface Seen {
  readonly drawn: Float64Array;
  readonly rates: Float64Array;
  readonly pairs: Float64Array;
}

/** What is handed in: the policy, and the one that it is compared with, as log-probabilities. */
interface Handed {
  readonly own: Float64Array;
  readonly other: Float64Array;
}

/** Makes the learner of an episode, which is given what the round before showed and says what it hands in. */
type MakeLearner = (reference: Float64Array) => { readonly first: Handed; next(seen: Seen): Handed };

const pairLearner = z.strictObject({
  loss: oneOf(["inpo", "dpo", "ipo"], "inpo").describe("the loss on pairs of its own answers"),
  step: positive(10_000, 1).describe("η of INPO, β of the others"),
  temperature: within(0, 1000, 0.01).describe("τ of INPO, at most η: τ/η is the reference's share"),
  from: oneOf(["reference", "previous"], "reference").describe("of DPO: what answers are raised from"),
  learns: whole(1, 10_000_000, 10_000_000).describe("rounds that it learns from; then it stays"),
  ridge: within(0, 1e6, 1e-6).describe(
    "holds logits of answers that were not seen where they are; 0 for exact chances, where every answer is seen",
  ),
});

const proximal = z.strictObject({
  temperature: within(0.001, 1000, 0.1).describe("β, that of the game"),
  rate: positive(1000, 2).describe("η in units of β; up to 2 is within the guarantee of mirror prox"),
  opponent: oneOf(["ahead", "itself", "mixed"], "ahead").describe(
    "a second step against where the first one leads (mirror prox); itself (mirror descent); or itself mixed with the reference (Nash-MD)",
  ),
  from: oneOf(["before", "ahead"], "before").describe(
    "of a second step: whether it begins before the first one, or at its end",
  ),
  gradients: whole(0, 100_000, 0).describe("rounds of policy gradient that make a step; 0 takes it in closed form"),
  learningRate: positive(1000, 0.1).describe("of these gradients"),
});

export const preferenceGamePlayers: readonly BoundEntry<AgentPlan>[] = [
  bind({
    id: "duel/pair-loss",
    summary: "fits INPO's, DPO's or IPO's loss on pairs of its own answers in every round",
    source: "arXiv 2407.00617 (INPO), 2305.18290 (DPO), 2310.12036 (IPO)",
    parameters: pairLearner,
    make: (p: z.output<typeof pairLearner>): AgentPlan => {
      const { loss, step, temperature, from } = p;
      if (loss === "inpo" && temperature > step) {
        const what = `a temperature of ${temperature} is above the step of ${step}`;
        throw new UserError({ code: "bad-range", what, path: ["temperature"], hint: "let it be at most the step" });
      }
      const method = loss === "inpo" ? inpo(step, temperature) : loss === "dpo" ? dpo(step, from) : ipo(step);
      return ({ spec }) => player(spec, "duel/pair-loss", (reference) => fitting(reference, method, p));
    },
  }),
  bind({
    id: "duel/mirror-prox",
    summary: "takes proximal steps: two in turn by mirror prox, or one against itself or a mixture",
    source: "arXiv 2505.19731v1; Munos et al., arXiv 2312.00886 (Nash-MD)",
    parameters: proximal,
    make:
      (p: z.output<typeof proximal>): AgentPlan =>
      ({ spec }) =>
        player(spec, "duel/mirror-prox", (reference) => stepping(reference, p)),
  }),
];

/** Pairs that are rarer have lost digits in what a player is shown, and count as not seen. */
const SHOWN = 1e-36;

function fitting(
  reference: Float64Array,
  method: Parameters<typeof minimised>[1],
  { learns, ridge }: z.output<typeof pairLearner>,
): ReturnType<MakeLearner> {
  const answers = reference.length;
  let own: Float64Array = reference;
  let rounds = 0;
  return {
    first: { own, other: own },
    next({ pairs }) {
      rounds += 1;
      for (let y = 0; y < answers; y++) {
        for (let o = 0; o < y; o++) {
          const [at, back] = [y * answers + o, o * answers + y];
          if (pairs[at] + pairs[back] < SHOWN) pairs[at] = pairs[back] = 0;
        }
      }
      if (rounds <= learns) own = minimised({ answers, reference }, method, own, pairs, ridge);
      return { own, other: own };
    },
  };
}

function stepping(
  reference: Float64Array,
  { temperature, rate: units, opponent, from, gradients, learningRate }: z.output<typeof proximal>,
): ReturnType<MakeLearner> {
  const rate = units * temperature;
  const game = { reference, temperature };
  /** Where the coming step begins, what it is measured from, and what it plays against. */
  const [own, anchor, other] = [reference.slice(), reference.slice(), reference.slice()];
  let [isSecond, gradient] = [false, 0];

  /** Begins the next step from where the last one led. */
  function turn(): void {
    if (opponent === "ahead" && !isSecond) {
      other.set(own);
      if (from === "ahead") anchor.set(own);
      else own.set(anchor);
      isSecond = true;
      return;
    }
    isSecond = false;
    anchor.set(own);
    other.set(own);
    if (opponent !== "mixed") return;
    for (let y = 0; y < own.length; y++) other[y] = (own[y] + rate * reference[y]) / (1 + rate);
    normalise(other);
  }

  /** A step of policy gradient on P(π ≻ q) − β·KL(π‖π_ref) − (β/η)·KL(π‖anchor) by the answers that were drawn. */
  function climb({ drawn, rates }: Seen): void {
    const weights = own.map(
      (value, y) => rates[y] - 0.5 - temperature * (value - reference[y]) - (temperature / rate) * (value - anchor[y]),
    );
    const mean = weights.reduce((sum, weight, y) => sum + drawn[y] * weight, 0);
    // Of ∇log π the part −π(y′) sums to nothing, as the weights' mean is 0.
    for (let y = 0; y < own.length; y++) own[y] += learningRate * drawn[y] * (weights[y] - mean);
    normalise(own);
  }

  return {
    first: { own, other },
    next(seen) {
      if (gradients === 0) proximalStep(game, anchor, seen.rates, rate, own);
      else climb(seen);
      gradient += 1;
      if (gradient >= gradients) {
        turn();
        gradient = 0;
      }
      return { own, other };
    },
  };
}

const FIELDS = ["reference", "drawn", "rates", "pairs"] as const;

/** Plays by a fresh learner in every episode. Throws a UserError where the world is no preference game. */
function player(spec: NumericSpec, id: string, make: MakeLearner): Agent {
  const places = FIELDS.map((name) => fieldOffset(spec, name));
  const answers = spec.actionSize / 2;
  if (places.includes(undefined) || spec.choices !== undefined) {
    const what = `${id} hands in policies over answers, and this world takes none`;
    throw new UserError({ code: "no-preference-game", what, hint: "duels/preference-game does" });
  }
  const part = (seen: Float32Array, k: number, size: number) =>
    Float64Array.from(seen.subarray(places[k] ?? 0, (places[k] ?? 0) + size));
  let learner: ReturnType<MakeLearner> | undefined;
  return {
    reset() {
      learner = undefined;
    },
    act(seen, action) {
      let handed: Handed;
      if (learner === undefined) {
        learner = make(part(seen, 0, answers));
        handed = learner.first;
      } else {
        handed = learner.next({
          drawn: part(seen, 1, answers),
          rates: part(seen, 2, answers),
          pairs: part(seen, 3, answers * answers),
        });
      }
      action.set(handed.own);
      action.set(handed.other, answers);
    },
  };
}
