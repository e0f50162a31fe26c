// Answers that were written in any world of text: what was asked, what was answered, what was right, and what the truth is.

import { expect, test } from "vitest";
import { emptyRollouts } from "../../algorithms/text/completions.ts";
import { answerIn } from "../../algorithms/text/text-parts.ts";
import { Random } from "../../core/random.ts";
import { numberOf } from "../../environments/language/alphabet.ts";
import { sortWorld } from "../../environments/language/sort.ts";
import { verifiedAnswers } from "./verified-answers.ts";

const ROOM = 24;

/** Rollouts of texts in which what the model wrote stands in braces, with how far each is right. */
function written(group: number, rows: Readonly<Record<string, number>>) {
  const texts = emptyRollouts(Object.keys(rows).length, group, ROOM, 2);
  for (const [row, [text, right]] of Object.entries(rows).entries()) {
    let [place, own] = [row * ROOM, 0];
    for (const character of text) {
      if (character === "{" || character === "}") own = character === "{" ? 1 : 0;
      else {
        texts.tokens[place] = numberOf(character);
        texts.written[place++] = own;
      }
    }
    texts.lengths[row] = place - row * ROOM;
    texts.outcomes[row * 2 + 1] = right;
  }
  return texts;
}

const asked = (questions: readonly string[]) =>
  questions.map((_, k) => {
    const world = sortWorld.make({ digits: 3 });
    world.reset(Random.of(k), new Float64Array(world.spec.channels.length));
    return world;
  });

test("the question is what the world wrote first, the answer what the model wrote last, the truth what the world says", () => {
  const texts = written(2, {
    ...{ "s321={123$}": 1, "s321={132$}": 0, "s99={<9>}[a]{<8>}[b]{c$}": 2, "s99={<9>}[ab]{$}": 1 },
    ...{ "s1={12}": 1, "s1={1234$}": 0 },
  });
  expect([answerIn(texts, 0, 5), answerIn(texts, 3, 11), answerIn(texts, 4, 3)]).toEqual(["123", "", undefined]);
  const worlds = asked(["a", "a", "b", "b", "c", "c"]);
  const none = { answer: "", right: false };
  const truths = [0, 2, 4].map((row) => worlds[row].texts?.answer());
  expect(truths[0]).toMatch(/^\d{3}$/);
  const said = (answer: string) => ({ answer, right: true });
  // Of several turns the last one; nothing but an end is no answer that could be shown; then one without an end, and one too long.
  expect(verifiedAnswers(texts, worlds, { right: 1, longest: 3 })).toEqual([
    { question: "s321=", truth: truths[0], attempts: [said("123"), { ...said("132"), right: false }] },
    { question: "s99=", truth: truths[1], attempts: [said("c"), said("")] },
    { question: "s1=", truth: truths[2], attempts: [none, none] },
  ]);
});

test("a text that is full of what the world said has no answer, and a world that is silent about the truth has none", () => {
  const full = written(1, { [`s1={<2>}[${"a".repeat(ROOM - 7)}`]: 0 });
  expect(full.lengths[0]).toBe(ROOM);
  const [world] = asked(["a"]);
  const { texts: _, ...silent } = world;
  expect(verifiedAnswers(full, [silent], { right: 1, longest: 9 })).toEqual([
    { question: "s1=", truth: "", attempts: [{ answer: "", right: false }] },
  ]);
});
