// What the fitted models show: which of them foretells purchases better, and which credit is near the truth.

import { creditShares, shareDistance } from "../../feedback/attribution/credit.ts";
import { CONFOUNDED_JOURNEYS } from "../../feedback/attribution/generated-journeys.ts";
import { above, atLeast, atMost, below } from "../../study/bound.ts";
import { beside, claim, control, is } from "../../study/claim.ts";
import { comparison } from "../../study/comparison.ts";
import { ratioOf, sampled } from "../../study/figure.ts";
import type { StudyResult } from "../../study/study.ts";
import { type Table, table } from "../../study/table.ts";
import type { Fit, FitJob, Fitted, Story } from "./fits.ts";

const STORIES: readonly Story[] = ["confounded", "shuffled", "recent", "recent, ended later"];
const { channels } = CONFOUNDED_JOURNEYS;
const BANNER = channels.indexOf("banner");

/** Each story with each seed. */
export function jobs(seeds: readonly number[], journeys = 8000, epochs = 8): FitJob[] {
  return seeds.flatMap((seed) => STORIES.map((story) => ({ story, seed, journeys, epochs })));
}

/** Models of purchases, on all seeds of a story. */
const modelsOf = (fitted: readonly Fitted[]) => comparison<string, Fit>(fitted.map(({ fits }) => fits));

/** What all that was fitted shows. */
export function fitClaims(asked: readonly FitJob[], fitted: readonly Fitted[]): StudyResult {
  const of = (story: Story) => fitted.filter((_, k) => asked[k].story === story);
  const [confounded, recent, later] = [of("confounded"), of("recent"), of("recent, ended later")].map(modelsOf);
  const noise = modelsOf(of("shuffled"));
  const shares = (name: string) => of("confounded").map(({ fits }) => sharesOf(fits[name].removal));
  const truth = shares("truth");
  const apart = (list: readonly Float64Array[]) => sampled(list.map((one, k) => shareDistance(one, truth[k])));
  const banner = (name: string) => shares(name).map((one) => one[BANNER]);
  const beyond = (name: string) => confounded.less("network", name, "auc");
  const decay = recent.less("network", "no decay", "auc");
  const without = apart(shares("no control"));
  const rivals = ["truth", "network", "no decay", "regression with customers", "faded regression with customers"];
  return {
    claims: [
      claim(
        "AUC of the network less that of a regression on counts and customers",
        is(beyond("regression with customers"), atLeast(0.01)),
      ),
      claim("AUC of the network less that of a regression on counts", is(beyond("regression"), atLeast(0.04))),
      claim("AUC of the network less that of the true chances", is(beyond("truth"), below(0))),
      claim(
        "removal credit of the network, of those who bought: distance of its shares from the truth",
        is(apart(shares("network")), atMost(0.15)),
      ),
      claim("the same without the control side", is(without, atLeast(0.25))),
      claim("share of the useless banner without the control side, over the true one", [
        is(ratioOf(banner("no control"), banner("truth")), atLeast(3)),
        ...["no control", "truth", "network"].map((name) => beside(name, sampled(banner(name)))),
      ]),
      claim("where recent touches count: AUC with decay less that without", is(decay, atLeast(0.005))),
    ],
    controls: [
      control("shuffled outcomes are foretold: AUC of the network", [
        is(noise.mean("network", "auc"), above(0.55)),
        beside("highest", Math.max(...noise.values("network", "auc"))),
      ]),
      control("without the control side: distance of credit from the truth", is(without, atMost(0.15))),
    ],
    tables: [
      aucTable("foretelling purchases", confounded, [
        ...["truth", "network", "no decay", "recurrent", "no control"],
        ...["regression with customers", "faded regression with customers", "regression", "last touch"],
      ]),
      aucTable("where recent touches count", recent, rivals),
      aucTable("where journeys end later than their last touch", later, rivals),
      creditTable(of("confounded"), apart),
    ],
  };
}

type Models = ReturnType<typeof modelsOf>;

function aucTable(title: string, models: Models, names: readonly string[]): Table {
  return table(
    title,
    names.map((name) => [
      name,
      {
        AUC: models.mean(name, "auc"),
        "log-loss": models.mean(name, "logLoss"),
        "network's AUC less this": name === "network" ? undefined : models.less("network", name, "auc"),
      },
    ]),
  );
}

/** Credit of every way to give it, beside the true shares: by removal from a model, by attention, by Shapley's value, by rule. */
function creditTable(
  fitted: readonly Fitted[],
  apart: (shares: readonly Float64Array[]) => ReturnType<typeof sampled>,
): Table {
  const row = (credit: (one: Fitted) => readonly number[]) => {
    const shares = fitted.map((one) => sharesOf(credit(one)));
    return {
      "distance from the true shares": apart(shares),
      ...Object.fromEntries(channels.map((channel, c) => [channel, sampled(shares.map((one) => one[c]))])),
    };
  };
  const lost = (name: string) => sampled(fitted.map(({ fits }) => fits[name].removal.reduce((a, b) => a + b, 0)));
  const names = [
    ...["truth", "network", "no control", "no decay", "recurrent"],
    ...["regression with customers", "faded regression with customers", "regression"],
  ];
  // Shapley's value asks about journeys of one touch or none, which no customer made.
  const shapley = fitted.map(({ fits }) =>
    shareDistance(sharesOf(fits.network.shapley ?? []), sharesOf(fits.truth.shapley ?? [])),
  );
  const rules = Object.keys(fitted[0].rules);
  return table("credit, as shares", [
    ...names.map((name) => {
      const removal = row(({ fits }) => fits[name].removal);
      return [`removal, ${name}`, { ...removal, "purchases lost in all": lost(name) }] as const;
    }),
    ["raw attention", row(({ fits }) => fits.network.attention ?? [])],
    ["Shapley, network (from the true Shapley shares)", { "distance from the true shares": sampled(shapley) }],
    ...rules.map((name) => [`rule: ${name}`, row((one) => one.rules[name])] as const),
  ]);
}

function sharesOf(credit: readonly number[]): Float64Array {
  return creditShares(Float64Array.from(credit));
}
