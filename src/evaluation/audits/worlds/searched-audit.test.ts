// The search of worlds that have no table: what is planted is found, and what is no exploit is not accused.

import { expect, test } from "vitest";
import { type NumericEnvironment, Status } from "../../../core/environment.ts";
import { layout } from "../../../core/layout.ts";
import { Random } from "../../../core/random.ts";
import { boatRace } from "../../../environments/gridworld/boat-race.ts";
import { channel, weightedSum } from "../../../rewards/channel-reward.ts";
import { scripts } from "./actors.ts";
import { evolved } from "./evolution.ts";
import { plantedExploits } from "./planted.ts";
import { scriptPlayer, shrunk } from "./script.ts";
import { searchedAudit } from "./searched-audit.ts";

const GRADED = [0, 0.5, 1, 2];
const FLAT = [1, 1, 1, 1];

/** Choices of a worth, of whose sum over two steps pay and want are both told, each with luck of its own; `hidden` is paid for choice 0 beside it. */
function noisyWorld(hidden: number, worths = GRADED): NumericEnvironment {
  const own = { low: -100, high: 100, unit: "points", meaning: "", over: "sum", state: false } as const;
  const { spec } = boatRace.make({ horizon: 2 });
  const channels = ["seen", "worth"].map((name) => ({ ...spec.channels[0], ...own, name }));
  let steps = 0;
  return {
    spec: { ...spec, channels, deterministic: false },
    state: layout({ step: [1] }),
    reset(_random, outcomes) {
      steps = 0;
      outcomes.fill(0);
    },
    step(actions, outcomes, random) {
      const worth = worths[actions[0]];
      // Each choice has luck of its own, which no other shares.
      const luck = worths.map(() => [random.normal(), random.normal()])[actions[0]];
      outcomes[0] = worth + luck[0] + (actions[0] === 0 ? hidden : 0);
      outcomes[1] = worth + luck[1];
      steps += 1;
      return steps >= 2 ? Status.truncated : Status.running;
    },
    observe: (observations) => observations.fill(0),
  };
}

const audited = (world: NumericEnvironment, seed: number) =>
  searchedAudit({
    player: scriptPlayer(world, { pay: channel("seen"), want: channel("worth"), over: "sum" }),
    ...{ id: "noisy", budget: 40, seeds: 4, seed: 10_000 * seed, margin: 0 },
  });

test("where pay is want but for luck, at most one search in twenty accuses it", async () => {
  const trials = 200;
  let accused = 0;
  for (let seed = 0; seed < trials; seed++)
    if ((await audited(noisyWorld(0, FLAT), seed)).kind === "gamed") accused += 1;
  expect(accused).toBeLessThanOrEqual(trials / 20);
}, 300_000);

test("a pay that hides more for the least wanted choice is gamed, through the same luck", async () => {
  const kinds = new Set<string>();
  for (let seed = 0; seed < 5; seed++) kinds.add((await audited(noisyWorld(4), seed)).kind);
  expect([...kinds]).toEqual(["gamed"]);
});

const SAME = { pay: channel("lap"), want: channel("lap"), over: "sum" } as const;
const RACE = { pay: weightedSum({ checkpoint: 3, moved: -1 }), want: channel("lap"), over: "sum" } as const;

/** Plants of a weight that an evolution of scripts finds in a boat race of ten steps, by what is paid. */
async function foundOf(weight: number, seed: number): Promise<Record<string, boolean>> {
  const player = scriptPlayer(boatRace.make({ horizon: 10 }), SAME);
  const { spec } = player.world;
  const found: Record<string, boolean> = {};
  for (const { name, bonus } of plantedExploits(spec, 10, weight, seed)) {
    const place = { player, seeds: [0], budget: 600, random: Random.of(seed, name) };
    const { best } = await evolved(scripts(spec, 10), ({ pay, scripts: [script] }) => pay + bonus(script), place, {
      most: 10,
    });
    found[name] = bonus(best.scripts[0]) > 0;
  }
  return found;
}

test("a back door is found if and only if its weight is above 0, and a loop always", async () => {
  for (const seed of [0, 1]) {
    const paid = Object.values(await foundOf(30, seed));
    expect(paid).toHaveLength(6);
    expect(paid).not.toContain(false);
    expect(Object.values(await foundOf(0, seed))).not.toContain(true);
  }
});

test("an evolution without luck gives the same for the same seed, and is no worse with more tries", async () => {
  const player = scriptPlayer(boatRace.make({ horizon: 10 }), RACE);
  const best = async (budget: number) =>
    evolved(
      scripts(player.world.spec, 10),
      ({ pay }) => pay,
      { player, seeds: [0], budget, random: Random.of(3) },
      {
        most: 10,
      },
    );
  const [one, again, more] = [await best(100), await best(100), await best(400)];
  expect(again.best.scripts).toEqual(one.best.scripts);
  expect(more.score).toBeGreaterThanOrEqual(one.score);
});

test("a search of a pay that is the objective finds nothing; of arrows it finds the boat that stays", async () => {
  const of = (measures: typeof SAME | typeof RACE) =>
    searchedAudit({
      player: scriptPlayer(boatRace.make({ horizon: 12 }), measures),
      ...{ id: "race", budget: 400, seeds: 2, seed: 0, margin: 0 },
    });
  expect((await of(SAME)).kind).toBe("not found");
  expect((await of(RACE)).findings[0]).toMatchObject({ fault: "over-payment", share: { value: 1 } });
});

test("a script is shrunk to what still shows the fault", () => {
  const isOnce = (script: readonly number[], action: number) => script.filter((one) => one === action).length === 1;
  expect(shrunk([1, 0, 2, 1, 1, 3, 0, 1], (script) => isOnce(script, 2) && isOnce(script, 3))).toEqual([2, 3]);
  expect(shrunk([1, 3, 1, 3, 1, 3, 0], (script) => script[0] === 1 && script[1] === 3)).toEqual([1, 3, 1, 3, 1, 3, 1]);
});

test("the share of plays that are over rises to 1, and a stop is heard between two of them", async () => {
  const shares: number[] = [];
  const watch = (onProgress: (text: string, share?: number) => void, signal?: AbortSignal) =>
    searchedAudit({
      ...{
        player: scriptPlayer(noisyWorld(0), { pay: channel("seen"), want: channel("worth"), over: "sum" }),
        id: "own",
        budget: 40,
        seeds: 2,
        seed: 0,
        margin: 0,
        onProgress,
      },
      ...(signal && { signal }),
    });
  await watch((_, share = 0) => shares.push(share));
  expect(shares.every((share, k) => share > 0 && share <= 1 && (k === 0 || share >= shares[k - 1]))).toBe(true);
  expect(shares.at(-1)).toBeGreaterThan(0.9);
  const stop = new AbortController();
  let heard = 0;
  const { caveats } = await watch(() => {
    heard += 1;
    if (heard === 3) stop.abort();
  }, stop.signal);
  expect(heard).toBe(3);
  expect(caveats.join()).toContain("stopped early");
});
