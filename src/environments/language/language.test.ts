// Every world of text, played by characters: what it asks, what is right, and how its demonstrator errs.

import { describe, expect, it } from "vitest";
import type { Agent } from "../../core/agent.ts";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { numberOf, PAD } from "./alphabet.ts";
import { languageWorlds } from "./index.ts";

const world = (id: string, given: object = {}): NumericEnvironment => {
  const entry = languageWorlds.find((one) => one.id === id);
  if (entry === undefined) throw new Error(id);
  return entry.make(given);
};

/** Sums of the channels over an episode, by name, and the text at its end. */
interface Played {
  readonly text: string;
  readonly status: Status;
  readonly sums: Readonly<Record<string, number>>;
}

/** Lets `next` choose characters until the episode is over. */
function play(environment: NumericEnvironment, seed: number, next: (text: string) => number): Played {
  const { spec } = environment;
  const luck = Random.of(seed, "played");
  const outcomes = new Float64Array(spec.channels.length);
  const sums = new Float64Array(spec.channels.length);
  const text = () => environment.texts?.text() ?? "";
  environment.reset(luck, outcomes);
  let status: Status = Status.running;
  while (status === Status.running) {
    status = environment.step(Float64Array.of(next(text())), outcomes, luck);
    for (let c = 0; c < sums.length; c++) sums[c] += outcomes[c];
  }
  return {
    text: text(),
    status,
    sums: Object.fromEntries(spec.channels.map(({ name }, c) => [name, sums[c]])),
  };
}

/** Writes the same characters whatever is asked, then nothing. */
function writes(environment: NumericEnvironment, seed: number, answer: (question: string) => string): Played {
  let left: string | undefined;
  return play(environment, seed, (text) => {
    left ??= answer(text);
    const character = left[0];
    left = left.slice(1);
    return character === undefined ? PAD : numberOf(character);
  });
}

function playedBy(environment: NumericEnvironment, agent: Agent, seed: number): Played {
  agent.reset(Random.of(seed, "hand"));
  const observation = new Float32Array(environment.spec.observationSize);
  const action = new Float64Array(1);
  return play(environment, seed, () => {
    environment.observe(observation);
    agent.act(observation, action);
    return action[0];
  });
}

const EPISODES = 400;

describe.each(languageWorlds.map(({ id }) => id))("%s", (id) => {
  it("is solved by its expert, always", () => {
    const environment = world(id);
    const expert = environment.spec.oracles?.expert.play(0);
    if (expert === undefined) throw new Error("no expert");
    for (let seed = 0; seed < EPISODES; seed++) {
      const { sums, text } = playedBy(environment, expert, seed);
      expect(sums.correct, text).toBe(1);
      expect(sums.finished).toBe(1);
    }
  });

  it("is solved less often by its demonstrator the more it errs, and always ends", () => {
    const share = (noise: number) => {
      const environment = world(id, { noise });
      const demonstrator = environment.spec.oracles?.demonstrator.play(0);
      if (demonstrator === undefined) throw new Error("no demonstrator");
      let right = 0;
      for (let seed = 0; seed < EPISODES; seed++) {
        const { sums } = playedBy(environment, demonstrator, seed);
        right += sums.correct;
        expect(sums.finished).toBe(1);
      }
      return right / EPISODES;
    };
    const [never, some, often] = [0, 0.1, 0.5].map(share);
    expect(never).toBe(1);
    expect(some).toBeLessThan(0.97);
    expect(often).toBeLessThan(some - 0.2);
  });

  it("counts nothing for who stops without an end, and goes no further than its horizon", () => {
    const environment = world(id);
    const stopped = writes(environment, 1, () => "");
    expect(stopped.sums).toMatchObject({ correct: 0, finished: 0, characters: 0 });
    expect(stopped.status).toBe(Status.terminated);
    const endless = writes(environment, 1, () => "#".repeat(1000));
    expect(endless.sums).toMatchObject({ correct: 0, finished: 0 });
    expect(endless.sums.characters).toBeLessThanOrEqual(environment.spec.horizon);
  });
});

describe("the right answers", () => {
  it("of sorting are the digits in order", () => {
    const environment = world("language/sort", { reversed: 0.5 });
    for (let seed = 0; seed < 50; seed++) {
      const right = (question: string) => {
        const digits = [...question.slice(1, -1)].map(Number);
        return question[0] === "r" ? digits.reverse().join("") : digits.sort((a, b) => a - b).join("");
      };
      expect(writes(environment, seed, (question) => `${right(question)}$`).sums.correct).toBe(1);
      expect(writes(environment, seed, (question) => `${right(question)}1$`).sums.correct).toBe(0);
    }
  });

  it("of a chain are every value on the way", () => {
    const environment = world("language/chain", { maps: 4 });
    for (let seed = 0; seed < 50; seed++) {
      const { sums, text } = writes(environment, seed, (question) => {
        let value = Number(question[0]);
        const values = [...question.slice(1, -1)].map((letter) => {
          if (letter === "a") value = (value + 1) % 10;
          else if (letter === "b") value = (value + 7) % 10;
          else if (letter === "c") value = (value * 2) % 10;
          else value = 9 - value;
          return value;
        });
        return `${values.join("")}$`;
      });
      expect(sums.correct, text).toBe(1);
    }
  });

  it("of sums may stand in brackets, after scratch paper", () => {
    const sum = (question: string) => {
      const [a, b] = question.slice(1, -1).split("+").map(Number);
      return a + b;
    };
    const all = { scratch: 0.5, asked: 0.5 };
    const cases: [given: object, write: (sum: number) => string, correct: number, bracketed: number][] = [
      [all, (x) => `${x}$`, 1, 0],
      [all, (x) => `(${x})$`, 1, 1],
      [all, (x) => `7;(${x})$`, 1, 1],
      [all, (x) => `(${x + 1})$`, 0, 1],
      [all, (x) => `(${x}$`, 0, 0],
      [{ ...all, rightBrackets: false }, (x) => `(${x})$`, 0, 1],
      [{ ...all, rightBrackets: false }, (x) => `${x}$`, 1, 0],
    ];
    for (const [given, write, correct, bracketed] of cases) {
      for (let seed = 0; seed < 20; seed++) {
        const { sums, text } = writes(world("language/sums", given), seed, (question) => write(sum(question)));
        const asked = text.startsWith("b") ? 1 : 0;
        expect(sums, text).toMatchObject({ correct, bracketed, asked, followed: asked * bracketed });
      }
    }
  });
});
