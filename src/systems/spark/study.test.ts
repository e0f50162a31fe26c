// What holds without training, and with `LONG=1` what the trained arms show.

import { expect, test } from "vitest";
import { long, studyContext, unmet } from "../../../test/fixtures/study.ts";
import { Random } from "../../core/random.ts";
import { verdict } from "../../study/claim.ts";
import { itemOf, readable, sortingTasks } from "./exercises.ts";
import { placeControl } from "./place-control.ts";
import { spark } from "./study.ts";

test("a judge of places is right as often as not", () => {
  expect(unmet({ controls: [placeControl()] })).toEqual([]);
});

test("an attempt that is no row of four digits cannot be read", () => {
  expect(["0123", "", "012", "01234", "012?"].map(readable)).toEqual([true, false, false, false, false]);
});

test("a question is the same for the same luck, and the demonstrator's attempts are as its hand has them", () => {
  const draw = sortingTasks();
  const { question, truth, attempt } = draw(Random.of(3, "question"));
  expect(truth).toBe([...question.slice(1, -1)].sort().join(""));
  const attempts = Array.from({ length: 20 }, attempt);
  expect(new Set(attempts).size).toBeGreaterThan(5);
  const again = draw(Random.of(3, "question"), Random.of(4, "hand"));
  expect(again.question).toBe(question);
  expect(Array.from({ length: 20 }, again.attempt)).not.toEqual(attempts);
});

test("items of the imitation show right and wrong attempts at their own question, and gold is true", () => {
  const draw = sortingTasks();
  const golds = new Set<string>();
  for (let k = 0; k < 60; k++) {
    const posed = draw(Random.of(k, "posed", "question"), Random.of(k, "posed"));
    const right = [...posed.question.slice(1, -1)].sort().join("");
    expect(posed.truth).toBe(right);
    const point = itemOf("pointwise", posed, Random.of(k, "item"));
    expect(point.shown[0] === right).toBe(point.gold === "yes");
    const pair = itemOf("pairwise", posed, Random.of(k, "item"));
    expect(pair.shown.map((shown) => shown === right)).toEqual([pair.gold === "first", pair.gold === "second"]);
    const reflection = itemOf("reflection", posed, Random.of(k, "item"));
    expect([reflection.shown[0] === right, reflection.gold]).toEqual([false, right]);
    golds.add(point.gold).add(pair.gold);
  }
  expect(golds.size).toBe(4);
});

long("all arms write as much, and the policy loses little to its exercises in judging", async () => {
  const { claims, tables = [] } = await spark.run(studyContext({ seeds: [901, 902, 903] }));
  const free = claims.filter(({ name }) => name.startsWith("a free judge"));
  expect(free.map(verdict)).toEqual(["holds"]);
  const { columns, rows } = tables[1];
  expect(rows).toHaveLength(3);
  // At most the last batch more, of 64 answers.
  for (const { cells } of rows) {
    expect((cells[columns.indexOf("characters")]?.value ?? 0) - 30_000).toBeLessThan(512);
  }
});
