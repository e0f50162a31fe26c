// What the fitted models show: which of them foretells purchases better, and which credit is near the truth.

import { creditShares, shareDistance } from "../../feedback/attribution/credit.ts";
import { CONFOUNDED_JOURNEYS } from "../../feedback/attribution/generated-journeys.ts";
import { above, atLeast, atMost, below } from "../../study/bound.ts";
import { beside, claim, control, is } from "../../study/claim.ts";
import { comparison } from "../../study/comparison.ts";
import { difference, meanShare, ratioOf, sampled } from "../../study/figure.ts";
import type { StudyResult } from "../../study/study.ts";
import { type Table, table } from "../../study/table.ts";
import type { Fit, FitJob, Fitted, Story } from "./fits.ts";

/** Journeys that end with their last touch are told in the long form only. */
const STORIES: readonly Story[] = ["confounded", "shuffled", "recent", "recent, ended at once"];
const { channels } = CONFOUNDED_JOURNEYS;
const BANNER = channels.indexOf("banner");

/** Each story with each seed. */
export function jobs(seeds: readonly number[], full: boolean, journeys = 8000, epochs = 8): FitJob[] {
  const told = full ? STORIES : STORIES.slice(0, 3);
  return seeds.flatMap((seed) => told.map((story) => ({ story, seed, journeys, epochs })));
}

/** Models of purchases, on all seeds of a story. */
const modelsOf = (fitted: readonly Fitted[]) =>
  comparison<string, Fit>(
    fitted.map(({ fits }) => fits),
    { shares: ["auc"] },
  );

/** What all that was fitted shows. */
export function fitClaims(asked: readonly FitJob[], fitted: readonly Fitted[]): StudyResult {
  const of = (story: Story) => fitted.filter((_, k) => asked[k].story === story);
  const [confounded, recent, atOnce] = [of("confounded"), of("recent"), of("recent, ended at once")].map(modelsOf);
  const noise = modelsOf(of("shuffled"));
  const shares = (name: string) => of("confounded").map(({ fits }) => sharesOf(fits[name].removal));
  const truth = shares("truth");
  const distances = (list: readonly Float64Array[]) => list.map((one, k) => shareDistance(one, truth[k]));
  const apart = (list: readonly Float64Array[]) => sampled(distances(list), 0.95, [0, 2]);
  /** How much further from the truth another model's credit is than the network's. */
  const further = (name: string, label?: string) =>
    is(difference(distances(shares(name)), distances(shares("network"))), above(0), label);
  const banner = (name: string) => shares(name).map((one) => one[BANNER]);
  const beyond = (name: string, models = confounded) => models.less("network", name, "auc");
  const without = apart(shares("no control"));
  const [plain, faded] = ["regression with customers", "faded regression with customers"];
  const rivals = ["truth", "network", "no decay", "recurrent", plain, faded];
  return {
    claims: [
      claim("AUC of the network less that of a regression on counts and customers", is(beyond(plain), atLeast(0.01))),
      claim("AUC of the network less that of a regression on counts", is(beyond("regression"), atLeast(0.04))),
      claim("AUC of the network less that of a regression on faded counts and customers", is(beyond(faded), above(0))),
      claim("AUC of the network less that of a plain LSTM", is(beyond("recurrent"), above(0))),
      claim("AUC of the network less that of the true chances", is(beyond("truth"), below(0))),
      claim(
        "removal credit of the network, of those who bought: distance of its shares from the truth",
        is(apart(shares("network")), atMost(0.15)),
      ),
      claim("removal credit: regressions with customers are further from the truth than the network", [
        further(plain, "on counts"),
        further(faded, "on faded counts"),
      ]),
      claim("removal credit: a plain LSTM is further from the truth than the network", further("recurrent")),
      claim("removal credit without the control side: distance from the truth", is(without, atLeast(0.25))),
      claim("share of the useless banner without the control side, over the true one", [
        is(ratioOf(banner("no control"), banner("truth")), atLeast(3)),
        ...["no control", "truth", "network"].map((name) => beside(name, meanShare(banner(name)))),
      ]),
      claim(
        "where recent touches count: AUC with decay less that without",
        is(beyond("no decay", recent), atLeast(0.005)),
      ),
      claim("where recent touches count: AUC of the network less that of regressions with customers", [
        is(beyond(plain, recent), above(0), "on counts"),
        is(beyond(faded, recent), above(0), "on faded counts"),
      ]),
      claim("where recent touches count: AUC of the network less that of a plain LSTM", [
        is(beyond("recurrent", recent), above(0)),
      ]),
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
        ...[plain, faded, "regression", "last touch"],
      ]),
      aucTable("where recent touches count", recent, rivals),
      ...(atOnce.conducts("network").length > 0
        ? [aucTable("where recent touches count, and journeys end with the last touch", atOnce, rivals)]
        : []),
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
      ...Object.fromEntries(channels.map((channel, c) => [channel, meanShare(shares.map((one) => one[c]))])),
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
