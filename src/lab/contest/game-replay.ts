// One game of a contest step by step: played again by the same programs, or from what was done where these ran outside.

import { basename, resolve } from "node:path";
import { z } from "zod";
import { ownValue } from "../../core/checked.ts";
import { UserError } from "../../core/errors.ts";
import type { ArenaGames } from "../../environments/arenas/arena.ts";
import { arenas } from "../../environments/arenas/index.ts";
import { bothWays, roundStream } from "../../evaluation/tournaments/clash.ts";
import { readAddress } from "../report/address.ts";
import type { EpisodeReplay } from "../report/replay-data.ts";
import { pooledScenes } from "../view/pooled-scenes.ts";
import { clashRandom } from "./clash-job.ts";
import type { ContestRecord } from "./contest-record.ts";
import { roundOf } from "./contest-round.ts";
import { keptContest } from "./kept-contests.ts";
import { keptMatches } from "./kept-matches.ts";
import { begun } from "./match-job.ts";

export interface GamePlace {
  readonly contest: string;
  readonly match: string;
  /** Where programs are edited, the round of the match's tournament. */
  readonly round?: number;
  /** Its number in its match or round, from 0. */
  readonly game: number;
}

const number = z.coerce.number().int().min(0);
const query = z.object({ match: z.string(), round: number.exactOptional(), game: number });

/** Reads which game an address asks for; a UserError where it does not say. */
export const gamePlace = (contest: string, search: URLSearchParams): GamePlace => ({
  contest,
  ...readAddress(query, search),
});

/** A game before it is played again. */
interface BegunGame {
  /** Its number among those of its programs, and the games with each in its seat and with seats swapped. */
  readonly game: number;
  readonly straight: ArenaGames;
  readonly swapped: ArenaGames;
  readonly seed: number;
  /** What the two entrants are called. */
  readonly names: readonly string[];
  /** What was done, where it cannot be asked for again. */
  readonly given?: readonly (readonly number[])[];
}

/** Plays a game again. A UserError where the store has no such game, or has not kept what was done. */
export async function gameReplay(store: string, place: GamePlace): Promise<EpisodeReplay> {
  const record = keptContest(store, place.contest);
  return playedAgain(
    await (place.round === undefined ? gameOfMatch(store, record, place) : gameOfRound(record, place)),
  );
}

function noGame({ told }: ContestRecord, { game }: GamePlace): UserError {
  return new UserError({ code: "no-game", what: `${told.title} has no game ${game + 1} of such a match` });
}

async function gameOfMatch(store: string, record: ContestRecord, place: GamePlace): Promise<BegunGame> {
  const { match: key, game } = place;
  const match = ownValue(record.matches, key);
  const played = record.told.matches.find((one) => one.key === key);
  if (match === undefined || played === undefined || game >= 2 * match.pairs) throw noGame(record, place);
  const isOutside = match.entrants.some(({ runs }) => runs !== undefined);
  const given = isOutside ? keptMatches(resolve(store)).find(match)?.output.moves?.[game] : undefined;
  if (isOutside && given === undefined) {
    const hint = "run the contest again";
    throw new UserError({ code: "no-moves", what: "what these programs did has not been kept", hint });
  }
  const names = played.isTurned ? [played.second, played.first] : [played.first, played.second];
  return {
    ...{ game, seed: match.seed, ...(given && { given }) },
    ...(await begun(match, match.entrants)),
    names: names.map((name, k) => `${name}, ${basename(match.entrants[k].file)}`),
  };
}

async function gameOfRound(record: ContestRecord, place: GamePlace): Promise<BegunGame> {
  const { match, round = 0, game } = place;
  const { played, tournament, codes, points } = roundOf(record, { match, round });
  if (game >= points.length) throw noGame(record, place);
  const arena = (await arenas.get(tournament.arena)).make(tournament.parameters);
  const [one, other] = codes;
  const { isTurned, first, second } = played;
  return {
    ...{ game, seed: tournament.seed },
    ...bothWays(arena, isTurned ? [other, one] : [one, other], roundStream(clashRandom(tournament), round)),
    names: (isTurned ? [second, first] : [first, second]).map((name) => `${name}, as of round ${round}`),
  };
}

async function playedAgain({ game, straight, swapped, seed, names, given }: BegunGame): Promise<EpisodeReplay> {
  const isSwapped = game % 2 === 1;
  const games = isSwapped ? swapped : straight;
  const scenes = pooledScenes(`game ${game + 1}`);
  const actions: number[][] = [];
  const values: number[][] = [];
  try {
    games.skip(Math.floor(game / 2));
    const { terms } = games;
    const seats = games.seating().map((entrant) => (isSwapped ? 1 - entrant : entrant));
    await games.play({
      ...(given && { given }),
      watch({ actions: done, values: measured, scene }) {
        if (done !== undefined) actions.push(Array.from(done));
        if (measured !== undefined) values.push(Array.from(measured));
        if (scene !== undefined) scenes.add(scene());
      },
    });
    const about = terms.measures;
    return {
      ...{ variant: "", seed, episode: game },
      agents: terms.seats.map((label, seat) => ({
        ...{ id: String(seat), label },
        policy: names[seats[seat]],
      })),
      ...{ steps: actions.length, from: 0 },
      ...{ actionSize: terms.actionSize, actionUnit: terms.actionUnit, choices: terms.choices ?? null },
      actions,
      measures: about.map((measure, k) => ({
        ...measure,
        values: values.map((row) => terms.seats.map((_, seat) => row[seat * about.length + k])),
      })),
      ...{ scenes: scenes.pooled(), text: null, asked: null },
    };
  } finally {
    straight.close?.();
    swapped.close?.();
  }
}
