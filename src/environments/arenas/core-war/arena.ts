// Core War as an arena: two warriors in Redcode, which begin in turns from places at random or from those of a fixed start.

import { z } from "zod";
import { maybeWhole, oneOf, wrong } from "../../../core/parameters.ts";
import type { Random } from "../../../core/random.ts";
import { type BoundEntry, bind } from "../../../core/registry.ts";
import type { Arena } from "../arena.ts";
import { CORES, Core, type CoreRules } from "./core.ts";
import { mutated } from "./mutation.ts";
import { assembled } from "./redcode.ts";
import { SHOWN, watched } from "./watched.ts";

const parameters = z
  .strictObject({
    core: oneOf(["standard", "small", "nano"], "standard").describe("published sizes and limits, which others replace"),
    size: maybeWhole(10, 1_000_000).describe("cells"),
    processes: maybeWhole(1, 100_000).describe("tasks of a warrior at a time"),
    cycles: maybeWhole(1, 10_000_000).describe("steps of each warrior after which a round is a draw"),
    length: maybeWhole(1, 10_000).describe("instructions of a warrior"),
    distance: maybeWhole(1, 500_000).describe("cells between the beginnings of two warriors, at least"),
    fixed: maybeWhole(1, 2_000_000_000).describe("start from which pMARS computes all places; default: at random"),
  })
  .refine(
    (own) => rulesOf(own).length <= rulesOf(own).distance,
    wrong("distance", "It must be no less than the length"),
  )
  .refine(
    (own) => 2 * rulesOf(own).distance <= rulesOf(own).size,
    wrong("size", "It must be twice the distance at least"),
  )
  .refine(
    (own) => (own.fixed ?? Number.POSITIVE_INFINITY) >= rulesOf(own).distance,
    wrong("fixed", "It must be no less than the distance"),
  );

type Chosen = Partial<Record<keyof CoreRules, number | undefined>> & { readonly core: keyof typeof CORES };

function rulesOf({ core, ...own }: Chosen): CoreRules {
  const usual = CORES[core];
  const { size = usual.size, processes = usual.processes, cycles = usual.cycles } = own;
  const { length = usual.length, distance = usual.distance } = own;
  return { size, processes, cycles, length, distance };
}

export const coreWar: BoundEntry<Arena> = bind({
  id: "core-war",
  summary: "two programs in Redcode try to stop each other in one ring of memory",
  source: "ICWS'94 draft standard, as pMARS 0.9.4 plays it",
  parameters,
  make: (chosen): Arena => ({
    entrants: [2, 2],
    mutated: (code, random) => mutated(code, rulesOf(chosen), random),
    begin(entrants, random) {
      const [rules, fixed] = [rulesOf(chosen), chosen.fixed];
      const [first, second] = entrants.map(({ text, file }) => assembled(text, file, rules));
      const core = new Core(rules);
      const place = fixed === undefined ? randomPlaces(rules, random) : fixedPlaces(rules, fixed);
      let round = 0;
      return {
        terms: SHOWN,
        seating: () => [0, 1],
        play({ watch } = {}) {
          core.clear();
          core.load(0, first, 0);
          core.load(1, second, place());
          const begins = round % 2;
          round += 1;
          const steps = 2 * rules.cycles;
          const winner = watch === undefined ? core.fight(begins, steps) : watched(core, begins, steps, watch);
          return winner < 0 ? [0.5, 0.5] : [1 - winner, winner];
        },
        skip(rounds) {
          for (let k = 0; k < rounds; k++) place();
          round += rounds;
        },
      };
    },
  }),
});

/** The next place of the second warrior. */
type Places = () => number;

/** Places at random: each that leaves the distance, alike. */
const randomPlaces =
  ({ size, distance }: CoreRules, random: Random): Places =>
  () =>
    distance + random.integer(size + 1 - 2 * distance);

/** The places of pMARS with a fixed start: those of the generator of Park and Miller, whose first state is the start less the distance. */
function fixedPlaces({ size, distance }: CoreRules, start: number): Places {
  let state = start - distance;
  return () => {
    const place = distance + (state % (size + 1 - 2 * distance));
    state = (16_807 * state) % 2_147_483_647;
    return place;
  };
}
