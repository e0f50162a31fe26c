// Episodes that are played to be judged, by players of several kinds: pairs with the same beginning and different luck, or single ones.

import { createHash } from "node:crypto";
import type { Agent } from "../../core/agent.ts";
import type { Over } from "../../core/channel.ts";
import type { NumericEnvironment, NumericSpec } from "../../core/environment.ts";
import type { Random } from "../../core/random.ts";
import type { RewardPlan } from "../../core/reward.ts";
import type { EpisodePair, EpisodeStanding, FinishedEpisode } from "../../feedback/sources/source.ts";
import { accumulator, outcomeSums } from "../../play/accumulator.ts";
import { episodeRunner, type JointPolicy } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import type { EpisodeStreams } from "../../play/streams.ts";

/** A world to be judged, and its author's aim. */
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
  /** Number of the tree that both are of, where they are of one: its pairs are not independent. */
  readonly tree?: number;
}

/** An episode, and of which kind of players it is. */
export interface ShownEpisode {
  readonly episode: FinishedEpisode;
  readonly kind: number;
}

export interface PlayedEpisode {
  readonly episode: FinishedEpisode;
  /** Actions of all agents, [steps][agents × actionSize]. */
  readonly actions: readonly Float64Array[];
}

/** Plays single episodes, the kind of each of which is drawn; undefined where a player breaks it off. */
export function shownSingles(world: ShownWorld, kinds: readonly (readonly Agent[])[], random: Random) {
  const play = shownEpisodes(world);
  return async (k: number): Promise<ShownEpisode | undefined> => {
    const kind = random.stream("single", k).integer(kinds.length);
    const played = await play(kinds[kind], episodeStreams(random, k, 0));
    return played && { episode: played.episode, kind };
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
    for (const [side, kind] of chosen.entries())
      episodes.push((await play(kinds[kind], episodeStreams(random, k, side)))?.episode);
    const [first, second] = episodes;
    return first && second && pairOf(first, second, [chosen[0], chosen[1]]);
  };
}

/** A pair of two episodes; undefined where both came to the same. */
export function pairOf(
  first: FinishedEpisode,
  second: FinishedEpisode,
  kinds: readonly [first: number, second: number],
): ShownPair | undefined {
  const [one, other] = [first, second].map(written);
  return one === other ? undefined : { first, second, id: pairId(one, other), kinds };
}

function episodeStreams(random: Random, k: number, side: number): EpisodeStreams {
  const stream = random.stream("episode", k, side);
  return {
    start: random.stream("start", k),
    world: stream,
    agent: (seat) => stream.stream("agent", seat),
  };
}

/**
 * Plays episodes for sources of feedback. The first steps of one may be given, as actions of all agents: agents that can follow do, and
 * others are asked from then on. Undefined where a player breaks an episode off.
 */
export function shownEpisodes({ environment, objective, over, reads }: ShownWorld) {
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
  return async (
    players: readonly Agent[],
    streams: EpisodeStreams,
    given: readonly Float64Array[] = [],
  ): Promise<PlayedEpisode | undefined> => {
    sums.clear();
    wanted.clear();
    let half: EpisodeStanding | undefined;
    const done: Float64Array[] = [];
    const policy = given.length === 0 ? seated(spec, players) : following(spec, players, given);
    const ending = await runner.playAsync(policy, streams, ({ outcomes, pay, actions }, step) => {
      sums.add(outcomes);
      done.push(actions.slice());
      for (let i = 0; i < n; i++) wanted.add(i, pay[0][i]);
      if (step + 1 === middle) half = standing(middle);
    });
    if (ending.failure !== undefined) return undefined;
    const end = standing(ending.steps);
    const episode = {
      end,
      half: half ?? end,
      texts: Object.fromEntries([...shown].map((name) => [name, texts[name]()])),
    };
    return { episode, actions: done };
  };
}

/** Agents in their seats, whose first actions are given. */
function following(spec: NumericSpec, players: readonly Agent[], given: readonly Float64Array[]): JointPolicy {
  const own = seated(spec, players);
  const { observationSize, actionSize } = spec;
  return {
    ...own,
    act(episode) {
      if (episode.steps >= given.length) return own.act(episode);
      const observations = episode.look();
      episode.actions.set(given[episode.steps]);
      for (const [seat, player] of players.entries())
        player.follow?.(
          observations.subarray(seat * observationSize, (seat + 1) * observationSize),
          episode.actions.subarray(seat * actionSize, (seat + 1) * actionSize),
        );
    },
  };
}

/** All that a source is shown of an episode. */
const written = ({ end, half, texts }: FinishedEpisode): string =>
  JSON.stringify([[end, half].map(({ outcomes, wanted }) => [...outcomes, wanted]), texts]);

/** Sixteen digits of a hash of both episodes: the same where they came to the same, in this order. */
const pairId = (first: string, second: string): string =>
  createHash("sha256").update(first).update("\n").update(second).digest("hex").slice(0, 16);
