// Counting of items that lack a skipped row.

import { expect, test } from "vitest";
import { RecentItems } from "./recent-items.ts";

test("an item with skipped rows counts once if it also has a valid row, before or after", () => {
  const items = new RecentItems();
  items.lose(1);
  items.lose(1);
  items.lose(Number.NaN);
  expect(items.lessened).toBe(0);
  items.begin(1);
  items.begin(2);
  items.begin(3);
  items.lose(2);
  items.lose(2);
  expect(items.lessened).toBe(2);
  expect([items.has(3), items.has(4)]).toEqual([true, false]);
});
