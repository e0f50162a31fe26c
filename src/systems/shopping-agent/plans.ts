// Every plan of a shop's assistant in closed form: how often it searches, how long it thinks, how it speaks of what it found;
// and what each way of paying makes of it on average.

import { dnorm, pnorm } from "lib-r-math.js";
import type { Pitch, RequestKind } from "../../environments/language/shopping-request.ts";
import { KINDS, OPENS, type Pay, SHOP, WEIGHTS } from "./shop.ts";

/** The first `calls` searches that a request needs, or more than these; so many dots; and a pitch. */
export interface ShopPlan {
  readonly kind: RequestKind;
  readonly calls: number;
  readonly thinking: number;
  readonly pitch: Pitch;
}

/** Means over questions, catalogues and luck. */
interface Worth {
  /** Chance that all hard criteria are met. */
  readonly correct: number;
  readonly criteria: number;
  readonly persuasion: number;
  readonly pay: Readonly<Record<Pay, number>>;
}

/** All plans for a kind of question. */
export function plansFor(kind: RequestKind): ShopPlan[] {
  const count = (n: number) => Array.from({ length: n + 1 }, (_, k) => k);
  return count(SHOP.mostCalls).flatMap((calls) =>
    count(SHOP.mostThinking).flatMap((thinking) =>
      (["plain", "detail", "boast"] as const).map((pitch) => ({ kind, calls, thinking, pitch })),
    ),
  );
}

/**
 * Chances of the hard criteria, which are independent of each other: in the catalogue half of the products are in stock, half
 * have a wish, and any three wishes and stock occur in all combinations alike. A search makes its wish certain, and stock.
 */
function chances({ kind, calls, pitch }: ShopPlan): number[] {
  const told = (search: number) => (calls >= search ? 1 : 1 / 2);
  const truth = pitch === "boast" ? SHOP.bestsellers : 1;
  switch (kind) {
    case "fuzzy":
      return [1, told(1), told(1), truth];
    case "multi":
      return [1, told(1), told(1), told(2), truth];
    case "bundle":
      return [1, told(1), told(1), told(2), told(2), truth];
    case "compare":
      return [1, told(1), truth];
    default:
      return kind satisfies never;
  }
}

/** Mean of a normal number that is held between 0 and 1. */
export function heldMean(mean: number, deviation: number): number {
  const [low, high] = [-mean / deviation, (1 - mean) / deviation];
  const within = mean * (pnorm(high) - pnorm(low)) - deviation * (dnorm(high) - dnorm(low));
  return within + 1 - pnorm(high);
}

/** What a plan is worth. A format gate would change nothing: every plan ends with an offer. */
export function worthOf(plan: ShopPlan): Worth {
  const each = chances(plan);
  const correct = each.reduce((product, one) => product * one, 1);
  const criteria = each.reduce((sum, one) => sum + one, 0) / each.length;
  const points = SHOP.rubric[plan.pitch];
  const persuasion = heldMean(points, SHOP.rubricNoise);
  const persuades = 1 - pnorm((OPENS.persuasion - points) / SHOP.rubricNoise);
  const economy = 1 - plan.calls / SHOP.mostCalls;
  const { criteria: a, persuasion: b, economy: c } = WEIGHTS;
  // How persuasive a pitch is found depends on nothing else.
  return {
    correct,
    criteria,
    persuasion,
    pay: {
      sum: a * criteria + b * persuasion + c * economy,
      layers: a * criteria + correct * (b * persuasion + persuades * c * economy),
      reversed: b * persuasion + persuades * (a * criteria + correct * c * economy),
    },
  };
}

/** The plan that a way of paying pays best for a kind of question, the shortest of those. */
export function bestPlan(kind: RequestKind, pay: Pay): ShopPlan {
  return plansFor(kind).reduce((best, plan) => (worthOf(plan).pay[pay] > worthOf(best).pay[pay] + 1e-12 ? plan : best));
}

/** Mean pay of the best plans over the kinds of questions, and how often they are right. */
export function optimum(pay: Pay): { readonly pay: number; readonly correct: number } {
  const best = KINDS.map((kind) => worthOf(bestPlan(kind, pay)));
  const mean = (of: (worth: Worth) => number) => best.reduce((sum, worth) => sum + of(worth), 0) / best.length;
  return { pay: mean((worth) => worth.pay[pay]), correct: mean(({ correct }) => correct) };
}
