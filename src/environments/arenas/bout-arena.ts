// Any world with winners as an arena: the seats are taken by programs, which are asked in every step in which they have a say.

import { z } from "zod";
import { type Bout, type NumericEnvironment, Status } from "../../core/environment.ts";
import { whole } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { Residence } from "../sandbox/resident.ts";
import type { Arena, ArenaGames, Entrant, Fighter, GamePoints } from "./arena.ts";

/** What a world needs to become an arena. */
export interface BoutWorld {
  readonly id: string;
  readonly world: BoundEntry<NumericEnvironment>;
  /** Fewest and most programs of a game. */
  readonly entrants: readonly [fewest: number, most: number];
  /** The world's parameter for the number of seats, which is then the number of programs. */
  readonly seats?: string;
}

/** The function that a program declares. */
const NAME = "move";

const limits = {
  steps: whole(1_000, 2_000_000_000, 5_000_000).describe("work of a program for one move, in steps of its machine"),
  memory: whole(500_000, 500_000_000, 16_000_000).describe("bytes that a program may hold"),
};

/** The arena of a world. From game to game each program moves on by one seat. */
export function boutArena({ id, world, entrants: allowed, seats }: BoutWorld): BoundEntry<Arena> {
  const { parameters } = world;
  if (!(parameters instanceof z.ZodObject)) throw new Error(`the parameters of ${world.id} are no object`);
  const own: Record<string, z.ZodType> = { ...parameters.shape };
  if (seats !== undefined) delete own[seats];
  return bind({
    id,
    summary: world.summary,
    ...(world.source === undefined ? {} : { source: world.source }),
    parameters: z.strictObject({ ...own, ...limits }),
    make: ({ steps, memory, ...chosen }): Arena => ({
      entrants: allowed,
      begin(entrants, random) {
        const made = world.make(seats === undefined ? chosen : { ...chosen, [seats]: entrants.length });
        const { bout } = made;
        if (bout === undefined) throw new Error(`${world.id} has no winners`);
        const residence = new Residence();
        const notices: string[] = [];
        const fighters = entrants.map(({ file, fighter, text }: Entrant) => {
          if (fighter !== undefined) return fighter;
          const resident = residence.resident(text, NAME, { steps, memory });
          if (!resident.begin()) notices.push(`${file} is no program with a function ${NAME}, and answers nothing`);
          return resident;
        });
        return { ...gamesOf({ ...made, bout }, fighters, random, () => residence.close()), notices };
      },
    }),
  });
}

function gamesOf(
  world: NumericEnvironment & { readonly bout: Bout },
  fighters: readonly Fighter[],
  random: Random,
  close: () => void,
): ArenaGames {
  const { spec, bout } = world;
  const seats = fighters.length;
  const actions = new Float64Array(seats * spec.actionSize);
  const ownActions = Array.from({ length: seats }, (_, seat) =>
    actions.subarray(seat * spec.actionSize, (seat + 1) * spec.actionSize),
  );
  const outcomes = new Float64Array(seats * spec.channels.length);
  let game = 0;

  async function play(): Promise<GamePoints> {
    const luck = random.stream("game", game);
    const by = game;
    game += 1;
    const seated = Array.from({ length: seats }, (_, seat) => fighters[(seat + by) % seats]);
    world.reset(luck, outcomes);
    const points = await playedOut(seated, luck);
    for (const [seat, fighter] of seated.entries()) await fighter.end?.(bout.given(seat));
    return Array.from({ length: seats }, (_, k) => points[(k - (by % seats) + seats) % seats]);
  }

  /** Steps to the end of the game; points of the seats. */
  async function playedOut(seated: readonly Fighter[], luck: Random): Promise<readonly number[]> {
    const plays: boolean[] = [];
    for (const fighter of seated) plays.push(await fighter.begin());
    for (let step = 0; step < spec.horizon; step++) {
      for (let seat = 0; seat < seats; seat++) {
        if (!bout.asks(seat)) continue;
        const answer = plays[seat] ? await seated[seat].call(bout.given(seat)) : undefined;
        if (!bout.read(answer, seat, ownActions[seat])) return bySeatsBut(seat);
      }
      if ((world.step(actions, outcomes, luck) & Status.terminated) !== 0) break;
    }
    return bout.points();
  }

  /** The others share the point. */
  const bySeatsBut = (loser: number): number[] =>
    Array.from({ length: seats }, (_, seat) => (seat === loser ? 0 : 1 / (seats - 1)));

  return { play, close };
}
