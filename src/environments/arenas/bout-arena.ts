// Turns an environment with winners into an arena: programs occupy the seats and are queried in every step in which they can act.

import { z } from "zod";
import { display } from "../../core/checked.ts";
import { type Bout, type NumericEnvironment, Status } from "../../core/environment.ts";
import { whole } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { Residence } from "../sandbox/resident.ts";
import { type FaultSite, faultSites, written } from "../tools/repair-shop/faults.ts";
import type { Arena, ArenaGames, Entrant, Fighter, GameOptions, GamePoints } from "./arena.ts";

/** Definition of an arena from an environment. */
export interface BoutWorld {
  readonly id: string;
  readonly world: BoundEntry<NumericEnvironment>;
  /** Fewest and most programs per game. */
  readonly entrants: readonly [fewest: number, most: number];
  /** Whether a single program plays alone under these parameters; default never. */
  readonly isAlone?: (chosen: Readonly<Record<string, unknown>>) => boolean;
  /** The environment's parameter for the number of seats, which is set to the number of programs. */
  readonly seats?: string;
  /** Parameters with fixed values in the arena. */
  readonly fixed?: Readonly<Record<string, unknown>>;
}

/** Name of the function that a program must declare. */
export const MOVE = "move";

/** Resource limits of a program, as parameters. */
export const limits = {
  steps: whole(1_000, 2_000_000_000, 5_000_000).describe("work of a program for one move, in steps of its machine"),
  memory: whole(500_000, 500_000_000, 16_000_000).describe("bytes that a program may hold"),
};

/** Maximum number of attempts at a mutation that keeps the required function. */
const MOST_TRIES = 20;

/** A program with one mutation of mutation testing; unchanged where there is no site for one. */
function broken(code: string, random: Random): string {
  const sites = placesIn(code);
  for (let k = 0; k < MOST_TRIES && sites.length > 0; k++) {
    const site = sites[random.integer(sites.length)];
    const changed = written(code, [site], [site.wrong[random.integer(site.wrong.length)]]);
    if (placesIn(changed).length > 0) return changed;
  }
  return code;
}

/** Sites for mutations; empty where a program cannot be parsed. */
function placesIn(code: string): readonly FaultSite[] {
  try {
    return faultSites(code);
  } catch {
    return [];
  }
}

/**
 * Creates the arena of an environment. Programs rotate by one seat from game to game. Where there are more seats than programs, each
 * program controls a team of adjacent seats and is queried for each of them.
 */
export function boutArena({ id, world, entrants: allowed, isAlone, seats, fixed = {} }: BoutWorld): BoundEntry<Arena> {
  const { parameters } = world;
  if (!(parameters instanceof z.ZodObject)) throw new Error(`the parameters of ${world.id} are no object`);
  const own: Record<string, z.ZodType> = { ...parameters.shape };
  if (seats !== undefined) delete own[seats];
  for (const parameter of Object.keys(fixed)) delete own[parameter];
  return bind({
    id,
    summary: world.summary,
    ...(world.source === undefined ? {} : { source: world.source }),
    parameters: z.strictObject({ ...own, ...limits }),
    make: ({ steps, memory, ...chosen }): Arena => ({
      entrants: isAlone?.(chosen) === true ? [1, 1] : allowed,
      mutated: broken,
      begin(entrants, random) {
        const given = { ...chosen, ...fixed };
        const made = world.make(seats === undefined ? given : { ...given, [seats]: entrants.length });
        const { bout } = made;
        if (bout === undefined) throw new Error(`${world.id} has no winners`);
        const residence = new Residence();
        const notices: string[] = [];
        const fighters = entrants.map(({ file, fighter, text }: Entrant) => {
          if (fighter !== undefined) return fighter;
          const resident = residence.resident(text, MOVE, { steps, memory });
          if (!resident.begin()) notices.push(`${file} is no program with a function ${MOVE}, and answers nothing`);
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
  const seats = spec.agents.length;
  const entrants = fighters.length;
  /** Seats per entrant. */
  const each = seats / entrants;
  const actions = new Float64Array(seats * spec.actionSize);
  const ownActions = Array.from({ length: seats }, (_, seat) =>
    actions.subarray(seat * spec.actionSize, (seat + 1) * spec.actionSize),
  );
  const outcomes = new Float64Array(seats * spec.channels.length);
  const counts = fighters.map(() => ({ asked: 0, failed: 0, first: "" }));
  let game = 0;
  const seating = (): number[] =>
    Array.from({ length: seats }, (_, seat) => (Math.floor(seat / each) + game) % entrants);

  async function play(options: GameOptions = {}): Promise<GamePoints> {
    const stream = random.stream("game", game);
    const by = seating();
    game += 1;
    world.reset(stream, outcomes);
    const { scene } = world;
    options.watch?.(scene === undefined ? {} : { scene: () => scene(undefined) });
    const points = await (options.given === undefined
      ? playedOut(by, stream, options)
      : playedAgain(options.given, stream, options));
    if (options.given === undefined)
      for (const entrant of inSeats(by)) await fighters[entrant].end?.(bout.given(by.indexOf(entrant)));
    return Array.from({ length: entrants }, (_, entrant) =>
      points.reduce((sum, point, seat) => (by[seat] === entrant ? sum + point : sum), 0),
    );
  }

  /** Entrants in the order of their first seats. */
  const inSeats = (by: readonly number[]): number[] => [...new Set(by)];

  /** Records a requested move and whether it was valid. */
  function count(entrant: number, answer: unknown, isMove: boolean): void {
    counts[entrant].asked += 1;
    if (answer === undefined) fail(entrant, fighters[entrant].fault?.() ?? "answered nothing");
    else if (!isMove) fail(entrant, `answered ${display(answer)}`);
  }

  function fail(entrant: number, words: string): void {
    counts[entrant].failed += 1;
    if (counts[entrant].first === "") counts[entrant].first = words;
  }

  /** Index of the environment's own channel for illegal moves. */
  const illegal = spec.channels.findIndex(({ name }) => name === "illegal");
  function countIllegal(by: readonly number[], answers: readonly unknown[]): void {
    if (illegal < 0) return;
    for (let seat = 0; seat < seats; seat++) {
      if (outcomes[seat * spec.channels.length + illegal] === 0 || answers[seat] === undefined) continue;
      fail(by[seat], `answered ${display(answers[seat])}, which the rules do not allow there`);
    }
  }

  /** Plays a game to its end with these entrants in the seats; returns the seats' points. */
  async function playedOut(by: readonly number[], stream: Random, options: GameOptions): Promise<readonly number[]> {
    const plays: boolean[] = [];
    for (const entrant of inSeats(by)) plays[entrant] = await fighters[entrant].begin();
    for (let step = 0; step < spec.horizon; step++) {
      const answers: unknown[] = [];
      for (let seat = 0; seat < seats; seat++) {
        if (!bout.asks(seat)) continue;
        const entrant = by[seat];
        const answer = plays[entrant] ? await fighters[entrant].call(bout.given(seat)) : undefined;
        answers[seat] = answer;
        const isMove = bout.read(answer, seat, ownActions[seat]);
        if (plays[entrant]) count(entrant, answer, isMove);
        if (!isMove) return bySeatsBut(seat);
      }
      const isOver = stepped(stream, options);
      countIllegal(by, answers);
      if (isOver) break;
    }
    return bout.points();
  }

  /** Replays a game from recorded actions. */
  function playedAgain(given: readonly ArrayLike<number>[], stream: Random, options: GameOptions): readonly number[] {
    for (const done of given) {
      actions.set(done);
      if (stepped(stream, options)) break;
    }
    return bout.points();
  }

  /** Performs a step; returns whether it ended the game. */
  function stepped(stream: Random, { watch }: GameOptions): boolean {
    const status = world.step(actions, outcomes, stream);
    const { scene } = world;
    watch?.({
      ...{ actions, values: outcomes },
      ...(scene && { scene: () => scene({ actions, outcomes }) }),
    });
    return (status & Status.terminated) !== 0;
  }

  /** Points where one seat loses: the other seats share the point. */
  const bySeatsBut = (loser: number): number[] => {
    const isOut = (seat: number): boolean => Math.floor(seat / each) === Math.floor(loser / each);
    return Array.from({ length: seats }, (_, seat) => (isOut(seat) ? 0 : 1 / (seats - each)));
  };

  const { channels, labels, actionSize, actionUnit, choiceNames } = spec;
  return {
    play,
    close,
    faults: () => counts,
    seating,
    skip(games) {
      game += games;
    },
    terms: {
      ...{ seats: labels, actionSize, actionUnit },
      ...(choiceNames && { choices: choiceNames }),
      measures: channels.map(({ name, unit, meaning }) => ({ name, unit, meaning })),
    },
  };
}
