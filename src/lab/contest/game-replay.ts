// One game of a contest step by step: played again by the same programs, or from what was done where these ran outside.

import { basename, resolve } from "node:path";
import { z } from "zod";
import { UserError } from "../../core/errors.ts";
import { readAddress } from "../address.ts";
import { pooledScenes } from "../pooled-scenes.ts";
import type { EpisodeReplay } from "../replay-data.ts";
import { keptContest } from "./kept-contests.ts";
import { keptMatches } from "./kept-matches.ts";
import { begun } from "./match-job.ts";

/** Which game of a contest. */
export interface GamePlace {
  readonly contest: string;
  readonly match: string;
  /** Its number in its match, from 0. */
  readonly game: number;
}

const asked = z.object({ match: z.string(), game: z.coerce.number().int().min(0) });

/** Reads which game an address asks for; a UserError where it does not say. */
export const gamePlace = (contest: string, search: URLSearchParams): GamePlace => ({
  contest,
  ...readAddress(asked, search),
});

/** Plays a game again. A UserError where the store has no such game, or has not kept what was done. */
export async function gameReplay(store: string, { contest, match: key, game }: GamePlace): Promise<EpisodeReplay> {
  const { told, matches } = keptContest(store, contest);
  const match = matches[key];
  const played = told.matches.find((one) => one.key === key);
  if (match === undefined || played === undefined || game >= 2 * match.pairs) {
    const what = `${told.title} has no game ${game + 1} of such a match`;
    throw new UserError({ code: "no-game", what });
  }
  const isOutside = match.entrants.some(({ runs }) => runs !== undefined);
  const given = isOutside ? keptMatches(resolve(store)).find(match)?.output.moves?.[game] : undefined;
  if (isOutside && given === undefined) {
    const hint = "run the contest again";
    throw new UserError({ code: "no-moves", what: "what these programs did has not been kept", hint });
  }
  const names = played.isTurned ? [played.second, played.first] : [played.first, played.second];
  const { straight, swapped } = await begun(match, match.entrants);
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
      watch({ actions: done, values: found, scene }) {
        if (done !== undefined) actions.push(Array.from(done));
        if (found !== undefined) values.push(Array.from(found));
        if (scene !== undefined) scenes.add(scene());
      },
    });
    const about = terms.measures;
    return {
      ...{ variant: "", seed: match.seed, episode: game },
      agents: terms.seats.map((label, seat) => ({
        ...{ id: String(seat), label },
        policy: `${names[seats[seat]]}, ${basename(match.entrants[seats[seat]].file)}`,
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
