// Graphs by name have the links that their names say.

import { expect, test } from "vitest";
import { type GraphName, linksOf } from "./named-graph.ts";

test.each<[GraphName, number, string[]]>([
  ["ring", 4, ["01", "03", "12", "23"]],
  ["line", 4, ["01", "12", "23"]],
  ["star", 4, ["01", "02", "03"]],
  ["all", 3, ["01", "02", "12"]],
  ["ring", 2, ["01"]],
  ["star", 1, []],
])("%s of %d", (graph, size, expected) => {
  const linked = linksOf(graph, size);
  const pairs: string[] = [];
  for (let i = 0; i < size; i++)
    for (let j = i; j < size; j++) {
      expect(linked[i * size + j]).toBe(linked[j * size + i]);
      if (linked[i * size + j] === 1) pairs.push(`${i}${j}`);
    }
  expect(pairs).toEqual(expected);
});
