// Tools called by reflex, and what cures it: a price of each call in the sum of pay, or economy compared among right answers
// alone, with an advantage of its own.

import { estimate } from "../../evaluation/statistics/interval.ts";
import {
  type Check,
  type Control,
  holds,
  type Study,
  type StudyContext,
  type StudyResult,
} from "../../study/legacy.ts";
import { ARMS, type Conduct, conductPart, PRICES, WEIGHTS } from "./arms.ts";

export const metacognitiveTools: Study = {
  id: "metacognitive-tools",
  title: "Decoupled advantages: right first, then few calls",
  source: "arXiv 2604.08545 and its released code, Accio-Lab/Metis",
  claim:
    "A price of calls inside one reward is lost in the variance of accuracy or stops useful calls; economy compared only among the right answers to a question, with an advantage of its own, stops the useless calls and keeps the useful ones.",
  claimed:
    "tool calls from 98% to 2% of queries at higher accuracy (Qwen3-VL-8B); weights of 0.10, 0.15 and 0.20 tried",
  run,
};

const FIRST_SEED = 101;
const UPDATES = 100;

async function run(context: StudyContext): Promise<StudyResult> {
  const seeds = context.seeds ?? (context.full ? 8 : 3);
  const jobs = Array.from({ length: seeds }, (_, k) => ({ seed: FIRST_SEED + k, updates: UPDATES }));
  const found = await context.all(conductPart, jobs, ({ seed }) => `${ARMS.length} ways of paying, seed ${seed}`);
  const of = (arm: string, what: keyof Omit<Conduct, "compared" | "easyCallsWhile">) =>
    found.map((arms) => arms[arm][what]);
  const say = (arm: string) =>
    `${arm}: easy ${shown(of(arm, "easyRight"))} right, ${shown(of(arm, "easyCalls"))} calls; hard ${shown(of(arm, "hardRight"))}, ${shown(of(arm, "hardCalls"))}`;
  const hardRight = (names: readonly string[]) => names.map((arm) => middle(of(arm, "hardRight")));
  const worst = { apart: Math.min(...hardRight(apartArms)), price: Math.min(...hardRight(priceArms)) };
  const lags = apartArms.slice(1).map((arm) => middle(found.map((arms) => lag(arms[arm]))));
  const checks: Check[] = [
    ...apartArms
      .slice(1)
      .map((arm) =>
        holds(
          `economy ${arm}: hard questions right, calls in easy ones`,
          "≥ 0.45 and ≤ 0.2",
          `${shown(of(arm, "hardRight"))}; ${shown(of(arm, "easyCalls"))}`,
          middle(of(arm, "hardRight")) >= 0.45 && middle(of(arm, "easyCalls")) <= 0.2,
        ),
      ),
    holds(
      `a price in the sum, ${PRICES.join(", ")}: hard questions right`,
      "≤ 0.1 at some price",
      priceArms.map((arm) => shown(of(arm, "hardRight"))).join(", "),
      worst.price <= 0.1,
    ),
    holds(
      "fewest hard questions right, economy apart less a price in the sum",
      "≥ 0.3",
      (worst.apart - worst.price).toFixed(3),
      worst.apart - worst.price >= 0.3,
    ),
    holds(
      "accuracy alone: calls in easy questions",
      "≥ 0.6",
      shown(of("plain", "easyCalls")),
      middle(of("plain", "easyCalls")) >= 0.6,
    ),
    holds(
      "right first, then few calls: updates by which easy calls fall later than economy finds answers to compare",
      "≥ 0",
      lags.map((value) => value.toFixed(1)).join(", "),
      lags.every((value) => value >= 0),
    ),
  ];
  const control: Control = {
    name: "economy is paid to wrong answers too, weight 1.5: calls in hard questions stay at 0.5 or more",
    failed: middle(of("economy of all", "hardCalls")) < 0.5,
    measured: say("economy of all"),
  };
  return { measured: ["warm", ...ARMS].map(say).join("; "), checks, controls: [control] };
}

const apartArms = WEIGHTS.map((weight) => `apart ${weight}`);
const priceArms = PRICES.map((price) => `price ${price}`);

/** Updates between the two halves: of what `compared` rises by in all, and of what easy calls fall by. */
function lag({ compared, easyCallsWhile }: Conduct): number {
  const half = (values: readonly number[]) => {
    const smooth = values.map((_, k) => middle(values.slice(Math.max(0, k - 4), k + 5)));
    const level = (smooth[0] + smooth[smooth.length - 1]) / 2;
    const rising = smooth[smooth.length - 1] > smooth[0];
    return smooth.findIndex((value) => (rising ? value >= level : value <= level));
  };
  return half(easyCallsWhile) - half(compared);
}

function middle(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0) / values.length;
}

function shown(values: readonly number[]): string {
  const { mean, low, high } = estimate(values);
  const digits = (x: number | null) => (x === null ? "—" : x.toFixed(2));
  return `${digits(mean)} (${digits(low)} … ${digits(high)})`;
}
