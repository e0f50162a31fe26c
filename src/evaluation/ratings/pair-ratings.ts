// Ratings that read pair counts, by their names in files and on the command line.

import { z } from "zod";
import { oneOf, whole, within } from "../../core/parameters.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { type LinearPrograms, linearPrograms, loadedLinearPrograms } from "../../math/linear-program.ts";
import { alphaRank } from "./alpha-rank.ts";
import { type BradleyTerryFit, bradleyTerry, finiteFit, Refits } from "./bradley-terry.ts";
import { mostExploiting, nashAverage } from "./nash-averaging.ts";
import { connectedGroups, isConnected, type PairCounts } from "./pair-counts.ts";
import { type Rated, type Rating, separated } from "./rating.ts";

/** Elo points per logit: odds of ten to one are 400 points. */
export const ELO_POINTS = 400 / Math.LN10;
/** Mean rating of all players. */
export const ELO_CENTRE = 1500;

/** Converts strengths in logits to Elo points with mean 1500. */
export const eloPoints = (strengths: Float64Array): Float64Array => strengths.map((s) => ELO_CENTRE + ELO_POINTS * s);

export const bradleyTerryRating: BoundEntry<Rating> = bind({
  id: "bradley-terry",
  summary: "strengths that explain all games best, in any order; ties have a parameter of their own",
  source: "Bradley and Terry (1952); ties by Davidson (1970) or Rao and Kupper (1967)",
  parameters: z.strictObject({
    ties: oneOf(["davidson", "rao-kupper", "half"], "davidson").describe("model of ties; half: half of a game won"),
    ridge: within(0, 1000, 0.01).describe("λ of λ·Σs², which holds players who have won or lost all games; 0 for none"),
  }),
  make: (terms): Rating => {
    const fits = new WeakMap<Rated, BradleyTerryFit>();
    return {
      reads: "pairs",
      unit: "Elo points",
      isRelative: true,
      rate(counts) {
        const groups = terms.ridge > 0 ? [] : connectedGroups(counts);
        const fit = groups.length > 1 ? undefined : finiteFit(counts, terms);
        if (fit === undefined) return separated(counts.players, groupsOf(counts), "a ridge of 0.01");
        const ties = fit.ties === undefined ? {} : { ties: fit.ties };
        const rated = { ratings: eloPoints(fit.strengths), facts: { logLikelihood: fit.logLikelihood, ...ties } };
        fits.set(rated, fit);
        return rated;
      },
      refit(counts, rated) {
        const refits = new Refits(counts, terms, fits.get(rated) ?? bradleyTerry(counts, terms));
        return (won, lost, tied, into) => {
          if (terms.ridge === 0 && !isConnected({ ...counts, won, lost, tied })) {
            into.fill(Number.NaN);
            return;
          }
          refits.strengths(won, lost, tied, into);
          for (let k = 0; k < into.length; k++) into[k] = ELO_CENTRE + ELO_POINTS * into[k];
        };
      },
    };
  },
});

/** Groups of players between which all games went one way; where only ties connect all players, the groups that decided games form. */
function groupsOf(counts: PairCounts): number[][] {
  const groups = connectedGroups(counts);
  return groups.length > 1 ? groups : connectedGroups({ ...counts, tied: new Float64Array(counts.tied.length) });
}

export const alphaRankRating: BoundEntry<Rating> = bind({
  id: "alpha-rank",
  summary: "shares of time that each player holds a population which others enter; cycles keep their share",
  source: "Omidshafiei et al. (2019)",
  parameters: z.strictObject({
    alpha: within(0, 10_000, 10).describe("how strongly win rates decide"),
    population: whole(2, 1000, 50).describe("players of the population"),
  }),
  make: (terms): Rating => ({
    reads: "pairs",
    unit: "share of time",
    isRelative: false,
    rate: (counts) => ({ ratings: alphaRank(winRates(counts, 0), terms) }),
  }),
});

export const nashAveragingRating: BoundEntry<Rating> = bind({
  id: "nash-averaging",
  summary: "gains against the mixture of players against which none gains; copies of a player change nothing",
  source: "Balduzzi et al. (2018)",
  parameters: z.strictObject({
    prior: within(0.001, 100, 1).describe("games added to each pair that has met, half of them won: no rate is 0 or 1"),
  }),
  async prepare(parameters) {
    await linearPrograms();
    return parameters;
  },
  make: ({ prior }): Rating => ({
    reads: "pairs",
    unit: "logits gained",
    isRelative: false,
    rate(counts) {
      const logits = winRates(counts, prior).map((rate) => Math.log(rate / (1 - rate)));
      const programs: LinearPrograms = loadedLinearPrograms();
      const { ratings, weights } = nashAverage(logits, programs);
      return { ratings, population: { weights, ...mostExploiting(logits) } };
    },
  }),
});

/**
 * Share of games that the row player won against the column player, [players × players]; a tie counts half. `prior` games, half of them
 * won, are added to each pair that has met, because a share of 0 or 1 has no logit.
 */
export function winRates({ players: n, one, other, won, lost, tied }: PairCounts, prior: number): Float64Array {
  const rates = new Float64Array(n * n).fill(0.5);
  for (let k = 0; k < one.length; k++) {
    const games = won[k] + lost[k] + tied[k];
    if (games + prior === 0) continue;
    const share = (won[k] + (tied[k] + prior) / 2) / (games + prior);
    rates[one[k] * n + other[k]] = share;
    rates[other[k] * n + one[k]] = 1 - share;
  }
  return rates;
}
