import { describe, expect, it } from "vitest";
import { words } from "../../../test/fixtures/words.ts";
import { shown, world, writes } from "../../../test/fixtures/written-text.ts";
import { type Exercise, posedWorld } from "./questions.ts";

const sizes = { longestQuestion: 4, longestAnswer: 3 };

describe("posed questions", () => {
  it("are asked with equal probabilities, and every listed answer is right", () => {
    const exercises: Exercise[] = [
      { question: "1+1=", answers: ["2", "two"] },
      { question: "3=", answers: ["3"] },
    ];
    const environment = posedWorld({ ...sizes, exercises });
    const counts = new Map<string, number>();
    for (let seed = 0; seed < 200; seed++) {
      const answer = ["2", "two", "3", "tw"][seed % 4];
      const { text, sums, views } = writes(environment, seed, () => `${answer}$`);
      const question = text.slice(0, text.indexOf("=") + 1);
      counts.set(question, (counts.get(question) ?? 0) + 1);
      const right = question === "3=" ? answer === "3" : answer === "2" || answer === "two";
      expect(sums.correct, text).toBe(right ? 1 : 0);
      expect(views.answer).toBe(question === "3=" ? "3" : "2");
    }
    for (const count of counts.values()) expect(count).toBeGreaterThan(75);
  });

  it("may change between episodes, and are demonstrated with any right answer", () => {
    const exercises: Exercise[] = [{ question: "old=", answers: ["no"] }];
    const environment = posedWorld({ ...sizes, exercises });
    exercises[0] = { question: "new=", answers: ["yes", "y"] };
    const texts = (player: string) => [...new Set(shown(environment, player, 40).map(({ text }) => text))].sort();
    expect([texts("expert"), texts("demonstrator")]).toEqual([["new=yes$"], ["new=y$", "new=yes$"]]);
  });
});

const refused: Readonly<Record<string, readonly object[]>> = {
  "a question twice": [
    { question: "a", answers: "b" },
    { question: "a", answers: "c" },
  ],
  capitals: [{ question: "Why?", answers: "b" }],
  "an end within an answer": [{ question: "why?", answers: "b$c" }],
  none: [],
};
words(
  "exercises",
  Object.entries(refused).map(([name, exercises]) => [name, () => world("language/questions", { exercises })]),
);
