// What the closed forms and the trained assistants show of the claims. Thresholds were fixed before the first run.

import { estimate, ratio } from "../../evaluation/statistics/interval.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { pairedEffect } from "../../evaluation/statistics/paired.ts";
import { type Check, type Control, holds } from "../../study/legacy.ts";
import type { ArmName, Conduct } from "./arms.ts";
import { bestPlan, optimum } from "./plans.ts";
import { deafPass4, largestDistance } from "./played.ts";
import { pushOnBoasts } from "./risk.ts";
import { KINDS, type Pay, RISKIER, SHOP } from "./shop.ts";

const digits = (x: number | null) => (x === null ? "—" : x.toFixed(3));

/** The best plans of a way of paying, in words. */
function plansInWords(pay: Pay): string {
  const words = KINDS.map((kind) => {
    const { calls, pitch } = bestPlan(kind, pay);
    return `${kind} ${calls} ${calls === 1 ? "search" : "searches"}, ${pitch}`;
  });
  const { pay: most, correct } = optimum(pay);
  return `${words.join("; ")}: right ${digits(correct)}, paid ${digits(most)}`;
}

/** What holds without any training. */
export function exactChecks(): Check[] {
  const { distance, plans } = largestDistance(400);
  return [
    holds(
      "the best plans under the plain sum",
      "leave out a search or boast",
      plansInWords("sum"),
      optimum("sum").correct < 1,
    ),
    holds(
      "the best plans in layers",
      "fully right for every kind of question",
      plansInWords("layers"),
      optimum("layers").correct === 1,
    ),
    holds(
      "plans played in the shop beside their closed forms, largest distance",
      "≤ 4.5 standard errors",
      `${distance.toFixed(2)} over ${plans} means`,
      distance <= 4.5,
    ),
  ];
}

type Found = readonly Readonly<Record<string, Conduct>>[];

const thinking = (conduct: Conduct) => conduct.thinking;

const LEARNERS = ["all", "contrast"] as const;

export function trainedChecks(found: Found): Check[] {
  const of = (arm: ArmName, what: (conduct: Conduct) => number) => found.map((arms) => what(arms[arm]));
  const gains = LEARNERS.flatMap((learner) => {
    const from = (what: (conduct: Conduct) => number) =>
      effect(of(`sum, ${learner}`, what), of(`layers, ${learner}`, what));
    const [right, all, spread] = [
      from(({ avg4 }) => avg4),
      from(({ pass4 }) => pass4),
      from(({ avg4, pass4 }) => avg4 - pass4),
    ];
    const who = learner === "all" ? "GRPO on all answers" : "contrasting halves";
    return [
      holds(`${who}: L1 Avg@4, layers less the plain sum`, "≥ 0.15", right.words, right.mean >= 0.15),
      holds(`${who}: L1 Pass^4, the same`, "≥ 0.15", all.words, all.mean >= 0.15),
      holds(`${who}: Avg@4 − Pass^4, the same`, "< 0", spread.words, spread.mean < 0),
    ];
  });
  const shorter = shortening(found, "layers, contrast");
  const kept = effect(
    of("layers, all", ({ avg4 }) => avg4),
    of("layers, contrast", ({ avg4 }) => avg4),
  );
  const halves = [...new Set(found.flatMap((arms) => LEARNERS.map((learner) => arms[`layers, ${learner}`].learns)))];
  const reached = (["sum", "layers"] as const).flatMap((pay) =>
    LEARNERS.map((learner) => {
      const arm = `${pay}, ${learner}` as const;
      return { arm, share: mean(of(arm, (conduct) => conduct.pay)) / optimum(pay).pay };
    }),
  );
  return [
    ...gains,
    holds(
      "in layers: who learns from all answers still thinks, so that there is something to shorten",
      "at least half of the warm assistant's dots",
      `${mean(of("layers, all", thinking)).toFixed(2)} of ${mean(found.map(({ warm }) => thinking(warm))).toFixed(2)}`,
      mean(of("layers, all", thinking)) >= 0.5 * mean(found.map(({ warm }) => thinking(warm))),
    ),
    holds("in layers: thinking shortened by contrasting halves", "≥ 30 %", shorter.words, shorter.share >= 0.3),
    holds("in layers: L1 Avg@4, contrasting halves less all answers", "≥ −0.02", kept.words, kept.mean >= -0.02),
    holds(
      "rows of a gradient, all answers and contrasting halves",
      "all, and exactly half",
      halves.join(", "),
      halves.length === 2 && halves.includes(1) && halves.includes(0.5),
    ),
    holds(
      "mean pay as a share of the best plans'",
      "≥ 0.95 in every arm",
      reached.map(({ arm, share }) => `${arm}: ${digits(share)}`).join("; "),
      reached.every(({ share }) => share >= 0.95),
    ),
  ];
}

export function controlsOf(found: Found): Control[] {
  const [usual, turned] = (["layers, all", "reversed, all"] as const).map((arm) => found.map((arms) => arms[arm].avg4));
  const lost = effect(usual, turned);
  const random = shortening(found, "layers, random half");
  const deaf = deafPass4(400);
  return [
    {
      name: "persuasion opens correctness: L1 Avg@4 stays within 0.02 of the layers'",
      failed: lost.mean < -0.02,
      measured: lost.words,
    },
    {
      name: "a random half, by pay alone, shortens thinking by more than 10 %",
      failed: random.share <= 0.1,
      measured: random.words,
    },
    {
      name: "who does not listen has a Pass^4 of 0.05 or more",
      failed: deaf < 0.05,
      measured: digits(deaf),
    },
  ];
}

/** Every arm in figures, and why contrast may gamble. */
export function summary(found: Found): string {
  const arms = [...new Set(found.flatMap((one) => Object.keys(one)))];
  const lines = arms.map((arm) => {
    const seeds = found.flatMap((one) => (arm in one ? [one[arm]] : []));
    const over = (what: (conduct: Conduct) => number) => mean(seeds.map(what)).toFixed(2);
    const { mean: middle, low, high } = estimate(seeds.map(({ avg4 }) => avg4));
    return (
      `${arm}: Avg@4 ${digits(middle)} [${digits(low)}, ${digits(high)}], Pass^4 ${over((one) => one.pass4)}, ` +
      `L2 ${over((one) => one.depth)}, calls ${over((one) => one.calls)}, dots ${over((one) => one.thinking)}, ` +
      `boasts ${over((one) => one.boasts)} (${seeds.length} seeds)`
    );
  });
  const shares = [0.1, 0.3, 0.5, 0.7];
  const push = (gamble: { truth: number; detail: number }, contrast: boolean) =>
    shares
      .map((boasts) => {
        const rubric = { boast: SHOP.rubric.boast, detail: gamble.detail };
        const drawn = { boasts, truth: gamble.truth, right: 0.95, rubric, noise: SHOP.rubricNoise };
        return pushOnBoasts(drawn, contrast).toFixed(3);
      })
      .join(", ");
  const here = { truth: SHOP.bestsellers, detail: SHOP.rubric.detail };
  const riskier = { truth: RISKIER.bestsellers, detail: RISKIER.rubric.detail };
  return (
    `${lines.join("; ")}. Push of a group of 16 on boasting, where ${shares.join(", ")} of its answers boast: from all answers ` +
    `${push(here, false)}, from contrasting halves ${push(here, true)}; where boasts are riskier, ` +
    `true by ${riskier.truth} beside honesty's ${riskier.detail} points, ${push(riskier, false)} and ${push(riskier, true)}`
  );
}

/** b − a, seed by seed. */
function effect(a: readonly number[], b: readonly number[]): { readonly mean: number; readonly words: string } {
  const { mean: middle, low, high, effectSize, n } = pairedEffect(a, b);
  return {
    mean: middle ?? Number.NaN,
    words: `${digits(middle)} [${digits(low)}, ${digits(high)}], d = ${effectSize === null ? "—" : effectSize.toFixed(1)}, ${n} seeds`,
  };
}

/** By what share an arm thinks less than who learns from all answers in layers. */
function shortening(found: Found, arm: ArmName): { readonly share: number; readonly words: string } {
  const dots = (name: ArmName) => found.map((arms) => arms[name].thinking);
  const { mean: left, low, high } = ratio(dots(arm), dots("layers, all"));
  const share = 1 - (left ?? Number.NaN);
  const percent = (x: number | null) => (x === null ? "—" : `${(100 * (1 - x)).toFixed(0)} %`);
  return {
    share,
    words: `${percent(left)} [${percent(high)}, ${percent(low)}]: from ${mean(dots("layers, all")).toFixed(2)} dots to ${mean(dots(arm)).toFixed(2)}`,
  };
}
