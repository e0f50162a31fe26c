// A library imports the module of an id when the id is requested, and no other module.

import { expect, test } from "vitest";
import { z } from "zod";
import { atHand, Library, together } from "./library.ts";
import { bind } from "./registry.ts";

const loaded: string[] = [];
const entry = (id: string) => bind({ id, summary: id, parameters: z.strictObject({}), make: () => id });
const source = (id: string, held = id) => ({
  [id]: async () => {
    loaded.push(id);
    return entry(held);
  },
});

test("only the requested module is imported", async () => {
  loaded.length = 0;
  const library = new Library("fruit", source("apple"), source("pear"));
  expect(library.ids()).toEqual(["apple", "pear"]);
  expect([library.has("pear"), library.has("plum")]).toEqual([true, false]);
  expect(loaded).toEqual([]);
  expect((await library.get("pear")).make()).toBe("pear");
  expect(loaded).toEqual(["pear"]);
});

test("an unknown name is reported with the nearest name and its path", async () => {
  const library = new Library("fruit", source("apple"), source("pear"));
  await expect(library.get("peer", ["bowl", 0])).rejects.toMatchObject({
    problems: [{ code: "unknown-name", path: ["bowl", 0], hint: 'did you mean "pear"?' }],
  });
});

test("a name that maps to another id is a bug, and so are two parts of one id", async () => {
  await expect(new Library("fruit", source("apple", "pear")).get("apple")).rejects.toThrow(
    '"apple" is looked for where "pear" is',
  );
  expect(() => new Library("fruit", source("apple"), source("apple"))).toThrow('two entries are called "apple"');
});

test("parts that one module exports as a list are found by id, and the list must match the ids", async () => {
  const both = async () => [entry("apple"), entry("pear")];
  expect((await new Library("fruit", together(["apple", "pear"], both)).all()).map(({ id }) => id)).toEqual([
    "apple",
    "pear",
  ]);
  await expect(new Library("fruit", together(["apple"], both)).get("apple")).rejects.toThrow(
    "apple are looked for where apple, pear are",
  );
  await expect(new Library("fruit", together(["apple", "plum"], both)).get("plum")).rejects.toThrow("plum");
});

test("only chosen entries are loaded; other names are still known", async () => {
  loaded.length = 0;
  const fruit = await atHand(new Library("fruit", source("apple"), source("pear")), (id) => id === "pear");
  expect(loaded).toEqual(["pear"]);
  expect(fruit.get("pear").make()).toBe("pear");
  expect([fruit.has("pear"), fruit.has("apple")]).toEqual([true, false]);
  expect(fruit.ids()).toEqual(["apple", "pear"]);
  expect(() => fruit.get("appel")).toThrow('did you mean "apple"?');
  expect(() => fruit.get("apple")).toThrow('the fruit "apple" exists, and was not loaded');
});
