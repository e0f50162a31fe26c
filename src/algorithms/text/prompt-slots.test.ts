import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { promptSlots } from "./prompt-slots.ts";

test("rows of a group are asked its exercise, anew each time", () => {
  const rows = promptSlots({ longestQuestion: 3, longestAnswer: 1 }, 2, 3);
  const worlds = [0, 2, 3, 5].map(rows.worlds);
  const outcomes = new Float64Array(worlds[0].spec.channels.length);
  const ask = () =>
    worlds.map((world, k) => {
      world.reset(Random.of(k, "asked"), outcomes);
      return world.texts?.text();
    });
  const pose = (...questions: string[]) => rows.pose(questions.map((question) => ({ question, answers: ["1"] })));
  pose("a=", "b=");
  expect(ask()).toEqual(["a=", "a=", "b=", "b="]);
  pose("c=", "d=");
  expect(ask()).toEqual(["c=", "c=", "d=", "d="]);
  expect(() => pose("e=")).toThrow("1 exercises for 2 groups");
});
