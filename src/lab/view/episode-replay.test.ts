// A replayed episode agrees with the store, and shows the world's states.

import { basename, dirname } from "node:path";
import { expect, test } from "vitest";
import { ran } from "../../../test/fixtures/ran.ts";
import { episodeReplay, MOST_STEPS, replayPlace } from "./episode-replay.ts";

const yaml = (more = "") => `
environment: { id: control/cart-pole }
agents: random
objective: success
seeds: 2
episodes: 2
${more}`;

test("steps, actions, pay and channels agree with the store, and scenes with the channels", async () => {
  const { folder, database } = await ran(yaml());
  const place = { variant: "base", seed: 1, episode: 1 };
  const replay = await episodeReplay(dirname(folder), basename(folder), place);
  const { rows } = await database.query(
    "SELECT action, pay, objective, position FROM steps WHERE seed = 1 AND episode = 1 ORDER BY step",
  );
  expect(replay).toMatchObject({ ...place, steps: rows.length, from: 0, choices: ["left", "right"], text: null });
  expect(replay.actions).toEqual(rows.map(({ action }) => [action]));
  const measure = (name: string) => replay.measures.find((one) => one.name === name)?.values;
  for (const name of ["pay", "objective", "position"]) expect(measure(name)).toEqual(rows.map((row) => [row[name]]));
  const { moments, pool } = replay.scenes ?? { moments: [], pool: [] };
  expect(moments).toHaveLength(rows.length + 1);
  expect(moments.slice(1).map(({ caption }) => caption?.split(" of the middle")[0])).toEqual(
    rows.map(({ position }) => {
      const side = Number(position) < 0 ? "left" : "right";
      return `The cart is ${Math.abs(Number(position)).toFixed(2)} m ${side}`;
    }),
  );
  for (const { shapes } of moments) for (const place of shapes) expect(pool[place]).toBeDefined();
  // The pool has the shapes of the track once.
  expect(pool.length).toBeLessThan(moments.length * moments[0].shapes.length);
});

test("a choice is shown as the world rounded it", async () => {
  const { folder, database } = await ran(`
environment: control/cart-pole
agents: { policy: constant, level: 70 }
objective: success
seeds: 1
`);
  const replay = await episodeReplay(dirname(folder), basename(folder), { variant: "base", seed: 0, episode: 0 });
  const { rows } = await database.query("SELECT DISTINCT action FROM steps");
  expect(rows).toEqual([{ action: 0.7 }]);
  expect(new Set(replay.actions.flat())).toEqual(new Set([1]));
});

test("a long episode is sent in consecutive parts", async () => {
  const { folder } = await ran(`
environment: { id: coopetition/slcd, horizon: ${MOST_STEPS + 5} }
agents: random
objective: joint.value
seeds: 1
`);
  const replay = (from?: number) =>
    episodeReplay(dirname(folder), basename(folder), { variant: "base", seed: 0, episode: 0 }, from);
  const [first, second, beyond] = [await replay(), await replay(MOST_STEPS), await replay(10 * MOST_STEPS)];
  expect([first.from, first.actions.length, first.scenes?.moments.length]).toEqual([0, MOST_STEPS, MOST_STEPS + 1]);
  expect([second.from, second.actions.length, second.scenes?.moments.length]).toEqual([MOST_STEPS, 5, 6]);
  const drawn = ({ scenes }: typeof first, at: number) => scenes?.moments.at(at)?.shapes.map((k) => scenes.pool[k]);
  expect(drawn(second, 0)).toEqual(drawn(first, -1));
  expect([beyond.from, beyond.actions]).toEqual([MOST_STEPS + 5, []]);
});

test("an episode that cannot be replayed is reported", async () => {
  const { folder } = await ran(yaml());
  const replay = (place: object) =>
    episodeReplay(dirname(folder), basename(folder), { variant: "base", seed: 0, episode: 0, ...place });
  await expect(replay({ variant: "bass" })).rejects.toThrow(/variant of this run.*bass/);
  await expect(replay({ episode: 7 })).rejects.toThrow(/no episode 7 of base on seed 0/);
  await expect(replay({ seed: 9 })).rejects.toThrow(/no episode 0 of base on seed 9/);
  const brief = await ran(yaml("record: episodes"));
  await expect(
    episodeReplay(dirname(brief.folder), basename(brief.folder), { variant: "base", seed: 0, episode: 0 }),
  ).rejects.toThrow(/kept whole episodes and no steps/);
  expect(() => replayPlace(new URLSearchParams("variant=a&seed=x&episode=0"))).toThrow(/^seed in the address/);
});
