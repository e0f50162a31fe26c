// The ticket desk against its equations: pass rates, families, and effects of tools.

import { describe, expect, it } from "vitest";
import { fewestTurns } from "../../../test/fixtures/fewest-turns.ts";
import { playEpisode } from "../../../test/fixtures/played-world.ts";
import { oracle } from "../../../test/fixtures/seats.ts";
import { Status } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { deskValues, isMistake, NOVICE, rightTool, SUBMIT, SYMBOLS, TOOLS, UNDO } from "./desk-machine.ts";
import { deskTasks, ticketDesk } from "./ticket-desk.ts";

const given = { family: "mixed", tasks: 60, bank: 9, patience: 6 } as const;
const machines = deskTasks(given);
const expert = Float64Array.from({ length: SYMBOLS * TOOLS.length }, (_, at) =>
  at % TOOLS.length === rightTool(Math.floor(at / TOOLS.length)) ? 1 : 0,
);

describe("machines", () => {
  it("have 6 to 10 states and a novice's pass rate of one half, in every family", () => {
    for (const machine of machines) {
      expect(machine.states).toBeGreaterThanOrEqual(6);
      expect(machine.states).toBeLessThanOrEqual(10);
      expect(Math.abs(deskValues(machine, NOVICE, 6)[0] - 0.5)).toBeLessThanOrEqual(0.02);
    }
  });

  it("are passed by an expert in the decision family, and independent of decisions in the noise family", () => {
    for (const machine of machines) {
      const best = deskValues(machine, expert, 6)[0];
      if (machine.family === "branch") {
        expect(best).toBe(1);
        expect(fewestTurns(machine)).toBe(machine.accepted.indexOf(1) + 1);
      } else expect(best).toBeCloseTo(deskValues(machine, NOVICE, 6)[0], 12);
    }
  });

  it("differ in their mistakes: some are recoverable, some not", () => {
    const ways = machines.flatMap(({ states, symbols, next }) =>
      Array.from({ length: states }, (_, s) => s)
        .filter((s) => isMistake(symbols[s]))
        .map((s) => next[s * TOOLS.length + UNDO] !== s),
    );
    expect(new Set(ways).size).toBe(2);
  });
});

it("a novice has valid probabilities", () => {
  for (let row = 0; row < NOVICE.length; row += TOOLS.length) {
    const chances = NOVICE.subarray(row, row + TOOLS.length);
    expect(Math.min(...chances)).toBeGreaterThan(0);
    expect(chances.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 12);
  }
});

it("a novice reports the probabilities it samples from", () => {
  const { oracles } = ticketDesk.make(given).spec;
  const novice = oracles?.novice.play(0);
  for (let tool = 0; tool < TOOLS.length; tool++) {
    const chance = novice?.follow?.(Float32Array.of(7), Float64Array.of(tool));
    expect(chance?.logProbability).toBeCloseTo(Math.log(NOVICE[7 * TOOLS.length + tool]), 12);
    expect(chance?.entropy).toBeGreaterThan(0);
  }
  expect(oracles?.expert.play(0).follow).toBeUndefined();
});

const world = ticketDesk.make({ ...given, family: "branch" });

/** Sums of channels over an oracle's episode. */
function played(name: string, seed: number) {
  const { sums, status } = playEpisode(world, [oracle(world, name)], Random.of(seed, "desk"), {
    hand: Random.of(seed, "clerk"),
  });
  return Object.assign(sums, { status });
}

describe("an episode", () => {
  it("of the expert succeeds without a mistake", () => {
    for (let seed = 0; seed < 40; seed++) {
      const { success, mistakes, turns } = played("expert", seed);
      expect([success, mistakes]).toEqual([1, 0]);
      expect(turns).toBeLessThanOrEqual(4);
    }
  });

  it("of the novice succeeds every other time, and recoveries follow mistakes", () => {
    const episodes = Array.from({ length: 2000 }, (_, seed) => played("novice", seed));
    expect(Math.abs(episodes.reduce((sum, { success }) => sum + success, 0) / 2000 - 0.5)).toBeLessThan(0.04);
    expect(episodes.some(({ recoveries }) => recoveries > 0)).toBe(true);
    for (const one of episodes) {
      expect(one.recoveries).toBeLessThanOrEqual(one.mistakes);
      expect(one.chance).toBe(one.success);
    }
  });

  it("has one wrong tool in its first three turns where a slip is configured", () => {
    const world = ticketDesk.make({ ...given, family: "branch", slips: true });
    const { symbols, used } = { symbols: new Float32Array(1), used: world.state.views.used };
    const outcomes = new Float64Array(world.spec.channels.length);
    const slips = new Set<number>();
    for (let seed = 0; seed < 60; seed++) {
      const random = Random.of(seed, "slips");
      world.reset(random, outcomes);
      const [slip] = world.state.views.slip;
      slips.add(slip);
      for (let turn = 1; turn <= slip; turn++) {
        world.observe(symbols);
        const right = rightTool(symbols[0]);
        world.step(Float64Array.of(right), outcomes, random);
        expect(used[0] === right).toBe(turn !== slip);
      }
      // An intended submission is replaced by another tool, so the episode continues.
      expect(used[0]).not.toBe(SUBMIT);
    }
    expect(slips).toEqual(new Set([1, 2, 3]));
  });

  it("ends in its current state when the patience is used up", () => {
    const world = ticketDesk.make(given);
    const outcomes = new Float64Array(world.spec.channels.length);
    const random = Random.of(1, "late");
    world.reset(random, outcomes);
    const steps = Array.from({ length: 6 }, () => world.step(Float64Array.of(UNDO), outcomes, random));
    expect(steps.slice(0, 5).every((status) => status === Status.running)).toBe(true);
    expect(steps[5]).toBe(Status.terminated | Status.truncated);
    world.reset(random, outcomes);
    expect(world.step(Float64Array.of(SUBMIT), outcomes, random)).toBe(Status.terminated);
  });
});
