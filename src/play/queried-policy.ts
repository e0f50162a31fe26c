// What a player does in every state of a game: it is brought to each of them, and asked.

import type { Agent } from "../core/agent.ts";
import { type NumericEnvironment, Status } from "../core/environment.ts";
import { UserError } from "../core/errors.ts";
import type { Random } from "../core/random.ts";
import type { WorldGame } from "../core/whole-game.ts";
import { episodeRunner, type JointPolicy } from "./episode.ts";
import { seated } from "./policy.ts";
import { streamsBelow } from "./streams.ts";

/** A policy as its player's answers show it. */
export interface QueriedPolicy {
  /** Probabilities of all choices, [choices]. */
  readonly policy: Float64Array;
  /** Where they are shares of answers: those of parts of the answers, each [choices]; of all parts alike many. */
  readonly parts?: readonly Float64Array[];
  /** Answers of each information state; 1 where they are always the same, or the player says its chances. */
  readonly answerCount: number;
}

export interface AskingOptions {
  readonly random: Random;
  /** Answers of each information state where the player draws and does not say its chances. */
  readonly queries: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (text: string) => void;
}

/** Answers of each state that are looked at first: a player that gives the same one each time is taken not to draw. */
const LOOKED_AT = 20;
/** Parts of the answers, to tell how sure shares are. */
const PARTS = 10;

/**
 * The policy of the players of both seats. A player is led to a state as in an episode: it is asked in each step on the way, and what it
 * does there is known. A state to which several ways lead is reached by one of them.
 */
export async function queriedPolicy(
  world: NumericEnvironment,
  game: WorldGame,
  players: readonly Agent[],
  options: AskingOptions,
): Promise<QueriedPolicy> {
  const { example, choices } = game;
  const ask = asking(world, game, players);
  const { random, queries, signal, onProgress } = options;
  const counts = Array.from({ length: PARTS }, () => new Float64Array(choices[example.length]));
  const all = new Float64Array(choices[example.length]);
  const answers = async (from: number, to: number): Promise<void> => {
    for (let at = 0; at < example.length; at++) {
      onProgress?.(`asked in ${at} of ${example.length} states`);
      signal?.throwIfAborted();
      for (let k = from; k < to; k++) {
        const place = choices[at] + (await ask.answer(at, random.stream("asked", at, k)));
        counts[k % PARTS][place] += 1;
        all[place] += 1;
      }
    }
  };
  await answers(0, LOOKED_AT);
  const isCertain = all.every((count) => count === 0 || count === LOOKED_AT);
  if (isCertain) return { policy: all.map((count) => count / LOOKED_AT), answerCount: 1 };
  const chances = await ask.chances(random);
  if (chances !== undefined) return { policy: chances, answerCount: 1 };
  const answerCount = PARTS * Math.ceil(Math.max(queries, LOOKED_AT) / PARTS);
  await answers(LOOKED_AT, answerCount);
  const share = (of: number) => (count: number) => count / of;
  return {
    policy: all.map(share(answerCount)),
    parts: counts.map((part) => part.map(share(answerCount / PARTS))),
    answerCount,
  };
}

function asking(world: NumericEnvironment, game: WorldGame, players: readonly Agent[]) {
  const { spec } = world;
  if (spec.choices === undefined || spec.actionSize !== 1)
    throw new Error("a whole game has choices, and its world others");
  const { observationSize: size, choices: all } = spec;
  const { mover, example, choices } = game;
  const before = waysTo(game);
  const observations = new Float32Array(size * players.length);
  const outcomes = new Float64Array(spec.channels.length * players.length);
  const action = new Float64Array(1);

  /** What the seat's player sees in a state. */
  const seen = (s: number, seat: number): Float32Array => {
    game.show(s);
    world.observe(observations);
    players[seat].watch?.(world.state.buffer, outcomes);
    return observations.subarray(seat * size, (seat + 1) * size);
  };
  /** Leads a player to an information state, and gives what it sees there. */
  async function led(at: number, random: Random): Promise<Float32Array> {
    const seat = mover[example[at]];
    const player = players[seat];
    await player.reset(random);
    for (const { state, way } of before(example[at])) {
      if (mover[state] < 0) continue;
      const isOwn = mover[state] === seat;
      if (!isOwn && !game.turns) continue;
      const shown = seen(state, seat);
      action[0] = isOwn ? game.action[choices[game.known[state]] + way] : 0;
      if (isOwn && player.follow !== undefined) player.follow(shown, action);
      else await player.act(shown, action);
    }
    return seen(example[at], seat);
  }
  /** The place of what an action means among a state's choices. */
  const placeOf = (at: number, taken: number): number => {
    const place = Number.isFinite(taken) ? game.meant(example[at], taken) : -1;
    if (place >= 0 && place < choices[at + 1] - choices[at]) return place;
    throw new UserError({ code: "bad-action", what: `a player answered ${taken}, which names no choice` });
  };

  return {
    async answer(at: number, random: Random): Promise<number> {
      const shown = await led(at, random);
      await players[mover[example[at]]].act(shown, action);
      return placeOf(at, action[0]);
    },
    /** Chances as the players say them; undefined where one does not. */
    async chances(random: Random): Promise<Float64Array | undefined> {
      const chances = new Float64Array(choices[example.length]);
      for (let at = 0; at < example.length; at++) {
        const { follow } = players[mover[example[at]]];
        if (follow === undefined) return undefined;
        for (let choice = 0; choice < all; choice++) {
          const shown = await led(at, random.stream("chances", at));
          action[0] = choice;
          const { logProbability } = follow(shown, action);
          chances[choices[at] + placeOf(at, choice)] += Math.exp(logProbability);
        }
      }
      return chances;
    },
  };
}

/** The states on the way to a state, the beginning first, and the way that is taken in each. */
function waysTo({ states, first, next }: WorldGame): (s: number) => { readonly state: number; readonly way: number }[] {
  const parent = new Int32Array(states).fill(-1);
  const taken = new Int32Array(states);
  for (let s = 0; s < states; s++) {
    for (let way = first[s]; way < first[s + 1]; way++) {
      if (parent[next[way]] >= 0) continue;
      parent[next[way]] = s;
      taken[next[way]] = way - first[s];
    }
  }
  return (s) => {
    const path: { readonly state: number; readonly way: number }[] = [];
    for (let at = s; at !== 0; at = parent[at]) path.push({ state: parent[at], way: taken[at] });
    return path.reverse();
  };
}

/** What players did in episodes beside what they answered. */
export interface PlayedBeside {
  readonly decisions: number;
  /** Decisions that by the policy have no chance. */
  readonly unforeseen: number;
}

/**
 * Episodes of each player against choices at random. Where many decisions were not foreseen, a player does not act by the state alone,
 * or not by the way to it that was taken.
 */
export async function playedBeside(
  world: NumericEnvironment,
  game: WorldGame,
  players: readonly Agent[],
  { policy }: QueriedPolicy,
  random: Random,
  episodes: number,
): Promise<PlayedBeside> {
  const { spec } = world;
  const runner = episodeRunner(world);
  let [decisions, unforeseen] = [0, 0];
  for (let k = 0; k < episodes * players.length; k++) {
    const seat = k % players.length;
    const stream = random.stream("beside", k);
    const others = stream.stream("others");
    const own = seated(
      spec,
      players.map((player, one) => (one === seat ? player : undefined)),
    );
    const joint: JointPolicy = {
      ...own,
      async act(episode) {
        const { actions } = episode;
        for (let one = 0; one < actions.length; one++) actions[one] = others.integer(spec.choices ?? 1);
        await own.act(episode);
        const at = game.standing(seat);
        if (at < 0) return;
        decisions += 1;
        const place = game.meant(game.example[at], actions[seat]);
        if (policy[game.choices[at] + place] === 0) unforeseen += 1;
      },
    };
    const { status } = await runner.playAsync(joint, streamsBelow(stream));
    if (status === Status.running) throw new Error("an episode did not come to its end");
  }
  return { decisions, unforeseen };
}
