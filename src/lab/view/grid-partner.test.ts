import { expect, test } from "vitest";
import { type Comparable, partners, placeKey } from "./grid-partner.ts";

const episode = (variant: string, by: number | null, pay: number | null, seed = 0): Comparable => ({
  ...{ variant, seed, episode: 0 },
  ...{ by, pay },
});

test("the partner differs most in the measure, then in pay, otherwise it is the first variant", () => {
  const episodes = [
    episode("a", 1, 0),
    episode("b", 2, 0),
    episode("c", 5, 0),
    episode("d", 1, 7),
    episode("a", 0, 0, 1),
  ];
  const byKey = partners(episodes);
  expect(byKey.get(placeKey(episodes[0]))).toBe("c");
  expect(byKey.get(placeKey(episodes[2]))).toBe("d");
  expect(byKey.get(placeKey(episodes[3]))).toBe("c");
  expect(byKey.get(placeKey(episodes[4]))).toBeUndefined();
  const alike = [episode("x", 1, 1), episode("y", 1, 1), episode("z", 1, 1)];
  expect(partners(alike).get(placeKey(alike[2]))).toBe("x");
  const failed = [episode("x", null, null), episode("y", 1, 1), episode("z", 1, 2)];
  expect(partners(failed).get(placeKey(failed[1]))).toBe("z");
});
