// Minari data sets: all formats contain the numbers that Minari itself reads, and unreadable data sets are reported.

import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folderOf, recordsOf } from "../../test/fixtures/logs.ts";
import { minariFolder, readEpisodes, type WrittenArrays, writeDataSet } from "../../test/fixtures/minari.ts";
import { columnsOf, prepareEpisodes } from "./episode-shelf.ts";

const FORMATS = ["hdf5", "arrow", "parquet"];

test.each(FORMATS)("a data set in %s has the numbers that Minari reads", async (format) => {
  const log = await readEpisodes(`cart-pole-${format}`, minariFolder());
  expect(log).toMatchObject({
    records: 56,
    rows: 53,
    numbers: ["payoff", "actions", "observations_0", "observations_1", "observations_2", "observations_3"],
    recorded: { lengths: [24, 16, 13], ends: [1, 1, 1], choices: { count: 2, first: 0 }, left: [] },
  });
  const records = recordsOf(log);
  // The final observation of the second episode, after five steps.
  expect(records[25 + 5]).toEqual([
    ...[5, 1, 0],
    ...[0.005791375879198313, -0.14744552969932556, -0.03340364620089531, 0.2796858847141266],
  ]);
  expect(records[25].slice(0, 3)).toEqual([0, 0, 0]);
});

test.each(FORMATS)("nested spaces, in %s, become columns; texts are left out and reported", async (format) => {
  const notices: string[] = [];
  const log = await readEpisodes(`nested-${format}`, { ...minariFolder(), onNotice: (text) => notices.push(text) });
  expect(notices).toEqual([expect.stringMatching(/left out.*: observations_name$/)]);
  const { lengths, ends, choices, arrays } = log.recorded;
  expect({ lengths, ends, choices }).toEqual({ lengths: [4, 5, 6], ends: [3, 2, 2], choices: undefined });
  const at = Object.fromEntries(log.numbers.map((name, k) => [name, recordsOf(log)[5 + 3][1 + k]]));
  expect(at).toEqual({
    payoff: -3.988510638475418,
    actions_jump: 1,
    actions_move_0: -0.7609073519706726,
    actions_move_1: 0.6884847283363342,
    observations_kinds_0: 3,
    observations_kinds_1_0: 1,
    observations_kinds_1_1: 0,
    observations_kinds_1_2: 1,
    observations_kinds_2_0: 1,
    observations_kinds_2_1: 3,
    observations_place_0: -2.9668481945991516,
    observations_place_1: 1.0216624438762665,
    infos_deep_speed_0: -1.4834240972995758,
    infos_deep_speed_1: 0.5108312219381332,
    infos_far: 3.13783083658496,
    infos_late: 0,
  });
  expect(log.numbers).toEqual(["payoff", ...arrays.flatMap(columnsOf)]);
  for (const { name, low, high } of arrays)
    for (const [k, least] of low.entries()) expect(least, name).toBeLessThanOrEqual(high[k]);
});

/** Three steps, with four observations. */
const WHOLE: WrittenArrays = {
  rewards: [1, 2, 3],
  terminations: [0, 0, 0],
  truncations: [0, 0, 1],
  actions: { rows: 3, data: [1, 2, 3, 4, 5, 6] },
  observations: [0, 1, 2, 3],
};

test("an info may lack the row before the first step; arrays missing in an episode, and other groups, are left out", async () => {
  const place = folderOf({});
  const further = { "infos/late": [7, 8, 9], "infos/rare": [1, 2, 3, 4], other: [1] };
  await writeDataSet(join(place.directory, "set"), [
    { ...WHOLE, ...further },
    { ...WHOLE, "infos/late": [4, 5, 6], "infos/rare": [Number.NaN, 1, 1, 1] },
  ]);
  const log = await readEpisodes("set", place);
  expect(log.recorded).toMatchObject({ left: ["infos_rare"], ends: [2, 2], pay: { low: 0, high: 3 } });
  expect(log.recorded.arrays.map(({ name, begins, low, high }) => [name, begins, low, high])).toEqual([
    ["actions", false, [1, 2], [5, 6]],
    ["observations", true, [0], [3]],
    ["infos_late", false, [4], [9]],
  ]);
  // [time, reward, two action numbers, observation, an info]
  expect(recordsOf(log).slice(0, 5)).toEqual([
    [0, 0, 0, 0, 0, 0],
    [1, 1, 1, 2, 1, 7],
    [2, 2, 3, 4, 2, 8],
    [3, 3, 5, 6, 3, 9],
    [0, 0, 0, 0, 0, 0],
  ]);
});

test("actions are discrete only if all of them are within the declared choices", async () => {
  const place = folderOf({});
  const space = { action_space: JSON.stringify({ type: "Discrete", n: 3, start: 2 }) };
  const chosen = (actions: number[]) => [{ ...WHOLE, actions }];
  await writeDataSet(join(place.directory, "good"), chosen([2, 3, 4]), space);
  await writeDataSet(join(place.directory, "bad"), chosen([2, 3, 5]), space);
  expect((await readEpisodes("good", place)).recorded.choices).toEqual({ count: 3, first: 2 });
  expect((await readEpisodes("bad", place)).recorded.choices).toBeUndefined();
});

test("a data set is read once and identified by its content, even after its files are gone", async () => {
  const place = minariFolder();
  const first = await readEpisodes("cart-pole-arrow", place);
  const source = await prepareEpisodes({ file: "cart-pole-arrow", fit: 0 }, place);
  expect(readdirSync(place.cache).sort()).toEqual([`${source.content}.json`, `${source.content}.log`]);
  rmSync(join(place.directory, "cart-pole-arrow"), { recursive: true });
  expect((await readEpisodes(source, place)).recorded).toEqual(first.recorded);
  await expect(readEpisodes({ ...source, content: "0".repeat(16), file: "nested-arrow" }, place)).rejects.toThrow(
    "nested-arrow does not hold what it held",
  );
});

test("a data set is given by its folder, its data folder, or its file", async () => {
  const place = folderOf({});
  await writeDataSet(join(place.directory, "set/data"), [WHOLE]);
  for (const name of ["set", "set/data", "set/data/main_data.hdf5"])
    expect((await readEpisodes(name, place)).recorded.lengths, name).toEqual([3]);
});

describe("errors are reported", () => {
  const without = (name: string) => Object.fromEntries(Object.entries(WHOLE).filter(([key]) => key !== name));
  test.each([
    [[without("rewards")], {}, "episode 0 has no rewards, one number for each step"],
    [[WHOLE, { ...WHOLE, rewards: [1, Number.NaN, 3] }], {}, "episode 1 has no rewards"],
    [[WHOLE, { ...WHOLE, truncations: [0, 1] }], {}, "episode 1 has no truncations"],
    [[without("actions")], {}, "its actions are no numbers"],
    [[WHOLE, { ...WHOLE, actions: [1, 2, 3] }], {}, "its actions are no numbers, the same count in every step"],
    [[WHOLE], { total_episodes: 2 }, "episode 1: there is no group episode_1"],
    [[WHOLE], { total_episodes: 0 }, "metadata.json of set cannot be read: total_episodes"],
    [[WHOLE], { data_format: "zarr" }, "data_format"],
    [[WHOLE], { data_format: "arrow" }, "set is arrow in its metadata.json, and has no 0/part-0.arrow"],
  ])("%#", async (episodes, metadata, sentence) => {
    const place = folderOf({});
    await writeDataSet(join(place.directory, "set"), episodes, metadata);
    await expect(readEpisodes("set", place)).rejects.toThrow(sentence);
    expect(existsSync(place.cache) ? readdirSync(place.cache) : []).toEqual([]);
  });

  test("damaged and invalid files", async () => {
    const place = minariFolder();
    const broken = (name: string, file: string) =>
      writeFileSync(join(place.directory, name, file), "nothing of the kind");
    broken("cart-pole-hdf5", "main_data.hdf5");
    broken("cart-pole-arrow", "1/part-0.arrow");
    broken("cart-pole-parquet", "2/part-0.parquet");
    broken("nested-arrow", "metadata.json");
    await expect(readEpisodes("cart-pole-hdf5", place)).rejects.toThrow(/cannot be read: .*signature not found/);
    await expect(readEpisodes("cart-pole-arrow", place)).rejects.toThrow("cart-pole-arrow cannot be read: episode 1: ");
    await expect(readEpisodes("cart-pole-parquet", place)).rejects.toThrow(
      "cart-pole-parquet cannot be read: episode 2: ",
    );
    await expect(readEpisodes("nested-arrow", place)).rejects.toThrow("metadata.json of nested-arrow cannot be read");
    await expect(readEpisodes("nowhere", place)).rejects.toThrow("there is no folder nowhere");
    await expect(readEpisodes("cart-pole-hdf5/metadata.json", place)).rejects.toThrow("is no data set of Minari");
  });
});
