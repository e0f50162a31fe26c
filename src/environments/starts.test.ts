import { expect, it } from "vitest";
import { shown, world } from "../../test/fixtures/written-text.ts";
import { startsFrom } from "./starts.ts";

const sort = () => world("language/sort");
/** The questions of a world's first episodes. */
const asked = (environment = sort(), episodes = 60) =>
  shown(environment, "expert", episodes).map(({ text }) => text.slice(0, text.indexOf("=")));

it("begins from the starts of a list, each as often, and from no other", () => {
  const starts = [4, 8, 15];
  const all = asked(startsFrom(sort(), starts));
  expect(new Set(all).size).toBe(3);
  for (const question of new Set(all)) expect(all.filter((one) => one === question).length).toBeGreaterThan(8);
  expect(new Set(asked()).size).toBeGreaterThan(50);
});

it("gives a start the same beginning in every list, and takes changes of the list", () => {
  const starts = [8];
  const environment = startsFrom(sort(), starts);
  const [only] = new Set(asked(environment, 5));
  expect(asked(startsFrom(sort(), [4, 8, 15]))).toContain(only);
  starts[0] = 16;
  const [other] = new Set(asked(environment, 5));
  expect(other).not.toBe(only);
});
