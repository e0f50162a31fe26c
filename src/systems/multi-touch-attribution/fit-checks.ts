// What the fitted models show: who foretells purchases better, and whose credit is near the truth.

import { type Estimate, estimate } from "../../evaluation/statistics/interval.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { pairedEffect } from "../../evaluation/statistics/paired.ts";
import { creditShares, shareDistance } from "../../feedback/attribution/credit.ts";
import { CONFOUNDED_JOURNEYS } from "../../feedback/attribution/generated-journeys.ts";
import { type Check, type Control, holds } from "../../study/legacy.ts";
import type { Fit, FitJob, Fitted, Story } from "./fits.ts";

const STORIES: readonly Story[] = ["confounded", "shuffled", "recent", "recent, ended later"];
const BANNER = CONFOUNDED_JOURNEYS.channels.indexOf("banner");

/** Each story with each seed. */
export function jobs(firstSeed: number, seeds: number, journeys = 8000, epochs = 8): FitJob[] {
  return Array.from({ length: seeds }, (_, k) =>
    STORIES.map((story) => ({ story, seed: firstSeed + k, journeys, epochs })),
  ).flat();
}

/** Checks of all that was fitted; a threshold is met by the mean over seeds, and a difference has an interval that leaves 0 out. */
export function fitChecks(asked: readonly FitJob[], fitted: readonly Fitted[]) {
  const all = (story: Story) => fitted.filter((_, k) => asked[k].story === story);
  const of = (story: Story, name: string, value: (fit: Fit) => number) =>
    all(story).map(({ fits }) => value(fits[name]));
  const auc = (story: Story, name: string) => of(story, name, (fit) => fit.auc);
  const gain = (story: Story, name: string, over: string) => pairedEffect(auc(story, over), auc(story, name));
  const shares = (name: string) => all("confounded").map(({ fits }) => sharesOf(fits[name].removal));
  const truth = shares("truth");
  const apart = (list: readonly Float64Array[]) => list.map((one, k) => shareDistance(one, truth[k]));
  const banner = (name: string) => shares(name).map((one) => one[BANNER]);
  const lost = (name: string) => of("confounded", name, (fit) => fit.removal.reduce((a, b) => a + b, 0));
  const seeds = truth.length;

  const atLeast = (name: string, effect: Estimate, threshold: number): Check =>
    holds(
      `${name}, ${seeds} seeds, paired`,
      `at least ${threshold}, interval above 0`,
      words(effect),
      Number(effect.mean) >= threshold && Number(effect.low) > 0,
    );
  const network = estimate(apart(shares("network")));
  const without = estimate(apart(shares("no control")));
  const [trueBanner, foundBanner] = [mean(banner("truth")), mean(banner("no control"))];
  const below = gain("confounded", "network", "truth");
  const checks: Check[] = [
    atLeast(
      "AUC of the network less that of a regression on counts and customers",
      gain("confounded", "network", "regression with customers"),
      0.01,
    ),
    atLeast(
      "AUC of the network less that of a regression on counts",
      gain("confounded", "network", "regression"),
      0.04,
    ),
    holds(
      "AUC of the network less that of the true chances",
      "interval below 0",
      words(below),
      below.high !== null && below.high < 0,
    ),
    holds(
      "removal credit of the network, of those who bought: distance of its shares from the truth",
      "at most 0.15",
      words(network),
      Number(network.mean) <= 0.15,
    ),
    holds("the same without the control side", "at least 0.25", words(without), Number(without.mean) >= 0.25),
    holds(
      "share of the useless banner without the control side",
      "at least three times the true one",
      `${foundBanner.toFixed(3)}, in truth ${trueBanner.toFixed(3)}, with the control side ${mean(banner("network")).toFixed(3)}`,
      foundBanner >= 3 * trueBanner,
    ),
    atLeast(
      "where recent touches count: AUC with decay less that without",
      gain("recent", "network", "no decay"),
      0.005,
    ),
  ];

  const noise = Math.max(...auc("shuffled", "network"));
  const controls: Control[] = [
    {
      name: "shuffled outcomes: an AUC above 0.55",
      failed: noise <= 0.55,
      measured: `highest ${noise.toFixed(3)}, mean ${mean(auc("shuffled", "network")).toFixed(3)}`,
    },
    {
      name: "without the control side: credit within 0.15 of the truth",
      failed: without.low !== null && without.low > 0.15,
      measured: words(without),
    },
  ];

  const figures = (story: Story, names: readonly string[]) =>
    names
      .map(
        (name) => `${name} ${mean(auc(story, name)).toFixed(3)}/${mean(of(story, name, (f) => f.logLoss)).toFixed(3)}`,
      )
      .join(", ");
  const attention = apart(all("confounded").map(({ fits }) => sharesOf(fits.network.attention ?? [])));
  const shapley = all("confounded").map(({ fits }) =>
    shareDistance(sharesOf(fits.network.shapley ?? []), sharesOf(fits.truth.shapley ?? [])),
  );
  const far = ["no decay", "recurrent", "regression with customers", "faded regression with customers", "regression"];
  const rules = Object.keys(all("confounded")[0].rules).map(
    (name) => `${name} ${mean(apart(all("confounded").map(({ rules }) => sharesOf(rules[name])))).toFixed(2)}`,
  );
  const names = ["truth", "network", "no decay", "recurrent", "no control", ...far.slice(2), "last touch"];
  const recent = ["truth", "network", "no decay", "regression with customers", "faded regression with customers"];
  const measured = [
    `AUC/log-loss: ${figures("confounded", names)}`,
    `decay over none ${words(gain("confounded", "network", "no decay"))} and attention with decay over the plain recurrent network ${words(gain("confounded", "network", "recurrent"))} of AUC: they add next to nothing here`,
    `credit, distance from the true shares (${inWords(truth)}): removal by the network ${words(network)}, raw attention ${words(estimate(attention))}, ${far.map((name) => `${name} ${mean(apart(shares(name))).toFixed(2)}`).join(", ")}; by rule: ${rules.join(", ")}`,
    `Shapley by the network, distance from the true Shapley shares ${words(estimate(shapley))}: it asks about journeys of one touch or none, which nobody made`,
    `purchases lost in all: truth ${mean(lost("truth")).toFixed(0)}, network ${mean(lost("network")).toFixed(0)}, without control ${mean(lost("no control")).toFixed(0)}, regression with customers ${mean(lost("regression with customers")).toFixed(0)}`,
    `recent touches: ${figures("recent", recent)}`,
    `the same where journeys end later than their last touch: ${figures("recent, ended later", recent)}, decay over none ${words(gain("recent, ended later", "network", "no decay"))}: attention that adds up to 1 cannot tell how long ago the last touch was`,
  ].join("; ");
  return { checks, controls, measured };
}

function sharesOf(credit: readonly number[]): Float64Array {
  return creditShares(Float64Array.from(credit));
}

function inWords(list: readonly Float64Array[]): string {
  return CONFOUNDED_JOURNEYS.channels
    .map((name, c) => `${name} ${mean(list.map((one) => one[c])).toFixed(2)}`)
    .join(", ");
}

function words({ mean: value, low, high }: Estimate): string {
  return `${value?.toFixed(4)} [${low?.toFixed(4)}, ${high?.toFixed(4)}]`;
}
