// Episodes that are played to be judged, by players of several kinds: pairs with the same beginning and different luck, or single ones.

import { createHash } from "node:crypto";
import type { Agent } from "../../core/agent.ts";
import type { Over } from "../../core/channel.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import type { Random } from "../../core/random.ts";
import type { RewardPlan } from "../../core/reward.ts";
import type { EpisodePair, EpisodeStanding, FinishedEpisode } from "../../feedback/sources/source.ts";
import { accumulator, outcomeSums } from "../../play/accumulator.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";

/** What is judged: a world, and what its author wants of it. */
export interface ShownWorld {
  readonly environment: NumericEnvironment;
  readonly objective: RewardPlan;
  /** How steps of the objective make an episode's. */
  readonly over: Over;
  /** A text of the world that is shown beside those that it keeps. */
  readonly reads?: string | undefined;
}

/** A pair, and of which kind of players each episode is. */
export interface ShownPair extends EpisodePair {
  readonly kinds: readonly [first: number, second: number];
}

/** An episode, and of which kind of players it is. */
export interface ShownEpisode {
  readonly episode: FinishedEpisode;
  readonly kind: number;
}

/** Plays single episodes, the kind of each of which is drawn; undefined where a player breaks it off. */
export function shownSingles(world: ShownWorld, kinds: readonly (readonly Agent[])[], random: Random) {
  const play = shownEpisodes(world);
  return async (k: number): Promise<ShownEpisode | undefined> => {
    const kind = random.stream("single", k).integer(kinds.length);
    const episode = await play(kinds[kind], random, k, 0);
    return episode && { episode, kind };
  };
}

/**
 * Plays pairs. Two episodes of a pair begin alike and then meet luck of their own; the kind of each is drawn. `kinds` has the players of
 * every seat for each kind. A pair is undefined where a player breaks off an episode, or where both came to the same: no answer teaches then.
 */
export function shownPairs(world: ShownWorld, kinds: readonly (readonly Agent[])[], random: Random) {
  const play = shownEpisodes(world);
  return async (k: number): Promise<ShownPair | undefined> => {
    const pair = random.stream("pair", k);
    const chosen = [0, 1].map(() => pair.integer(kinds.length));
    const episodes: (FinishedEpisode | undefined)[] = [];
    for (const [side, kind] of chosen.entries()) episodes.push(await play(kinds[kind], random, k, side));
    const [first, second] = episodes;
    if (first === undefined || second === undefined) return undefined;
    const [one, other] = [first, second].map(written);
    if (one === other) return undefined;
    return { first, second, id: pairId(one, other), kinds: [chosen[0], chosen[1]] };
  };
}

function shownEpisodes({ environment, objective, over, reads }: ShownWorld) {
  const { spec, texts = {}, keeps = [] } = environment;
  const shown = new Set([...keeps, ...(reads === undefined ? [] : [reads])]);
  const runner = episodeRunner(environment, [objective]);
  const n = spec.agents.length;
  const sums = outcomeSums(spec);
  const wanted = accumulator(over, n);
  const middle = Math.ceil(spec.horizon / 2);
  const standing = (steps: number): EpisodeStanding => {
    const outcomes = new Float64Array(n * spec.channels.length);
    let total = 0;
    for (let i = 0; i < n; i++) {
      for (let c = 0; c < spec.channels.length; c++) outcomes[i * spec.channels.length + c] = sums.value(c, i, steps);
      total += wanted.value(i, steps) / n;
    }
    return { outcomes, wanted: total };
  };
  return async (players: readonly Agent[], random: Random, k: number, side: number) => {
    sums.clear();
    wanted.clear();
    let half: EpisodeStanding | undefined;
    const stream = random.stream("episode", k, side);
    const streams = {
      start: random.stream("start", k),
      world: stream,
      agent: (seat: number) => stream.stream("agent", seat),
    };
    const ending = await runner.playAsync(seated(spec, players), streams, ({ outcomes, pay }, step) => {
      sums.add(outcomes);
      for (let i = 0; i < n; i++) wanted.add(i, pay[0][i]);
      if (step + 1 === middle) half = standing(middle);
    });
    if (ending.failure !== undefined) return undefined;
    const end = standing(ending.steps);
    return { end, half: half ?? end, texts: Object.fromEntries([...shown].map((name) => [name, texts[name]()])) };
  };
}

/** All that a source is shown of an episode. */
const written = ({ end, half, texts }: FinishedEpisode): string =>
  JSON.stringify([[end, half].map(({ outcomes, wanted }) => [...outcomes, wanted]), texts]);

/** Sixteen digits of a hash of both episodes: the same where they came to the same, in this order. */
const pairId = (first: string, second: string): string =>
  createHash("sha256").update(first).update("\n").update(second).digest("hex").slice(0, 16);
