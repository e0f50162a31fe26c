// Prompts are built from the environment's declaration alone, and each reply is an action or rejected with a reason.

import { describe, expect, test } from "vitest";
import { environments } from "../../test/fixtures/at-hand/environments.ts";
import type { NumericSpec } from "../core/environment.ts";
import { slcd } from "../environments/coopetition/trust-worlds.ts";
import { calculatorWorld } from "../environments/language/calculator.ts";
import { functionWorld } from "../environments/language/function.ts";
import { sortWorld } from "../environments/language/sort.ts";
import { dialogueOf, payInWords } from "./llm-prompt.ts";

const dialogue = (id: string, seat = 0, parameters: object = {}) => {
  const { spec } = environments.get(id).make(parameters);
  return dialogueOf(spec, seat, environments.get(id).summary);
};

describe("prompts", () => {
  test("for a numeric environment: seats, fields, the action and its range", () => {
    const { system, turn } = dialogue("coopetition/slcd", 1);
    expect(system).toContain("You are Sony in this world: Samsung and Sony in their joint venture");
    expect(system).toContain("The others, who act at the same time as you, are Samsung.");
    expect(system).toContain("at most 100 steps");
    expect(system).toContain("- ownAction, a number from 0 to 100: ");
    expect(system).toContain("- trust, 4 numbers from 0 to 1: ");
    expect(system).toContain("Your action is a number from 0 to 100 (resources invested).");
    const { spec } = slcd.make();
    const seen = new Float32Array(spec.observationSize).fill(0.1);
    expect(turn(seen, 0, null)).toMatch(/^Step 1\.\nownAction: 0\.1\notherActions: 0\.1\ntrust: 0\.1 0\.1 0\.1 0\.1\n/);
    expect(turn(seen, 4, 12.3456789)).toMatch(/^Step 5\.\nThe last step paid you 12\.3457\.\n/);
  });

  test("for discrete choices, with their names where the environment has any", () => {
    expect(dialogue("gridworld/key-room").system).toContain("Your action is one of up, right, down, left, use.");
    expect(dialogue("control/mountain-car").system).toContain("Your action is one of left, off, right.");
    expect(dialogue("bandits/bernoulli").system).toContain("Your action is a whole number from 0 to 1 (arm).");
    expect(dialogue("bandits/bernoulli").system).toContain("You act alone.");
  });

  test("for a text environment: its description and character set; a turn shows the text so far", () => {
    const { spec } = sortWorld.make();
    const { system, turn, remembers } = dialogue("language/sort");
    expect(system).toContain("write the digits of the question in order: s52813= asks for 12358$");
    expect(system).toContain("Only these characters can be written: $0123456789");
    expect(remembers).toBe(false);
    const seen = new Float32Array(spec.observationSize);
    [..."s21="].forEach((character, k) => {
      seen[k] = spec.alphabet?.choiceOf(character) ?? 0;
    });
    expect(turn(seen, 0, null)).toBe("s21=");
  });
});

describe("parsing of replies", () => {
  /** Parses replies in an environment. */
  const meanings = (id: string, replies: readonly string[]) => replies.map((reply) => dialogue(id).read(reply));

  test("a choice by name or number, in the last line or alone", () => {
    const choices = {
      "Action: down": 2,
      "The door is below.\n\nAction: up? No.\n**Action:** Down.": 2,
      "action: `left`": 3,
      "Final action: 4": 4,
      right: 1,
      "0": 0,
    };
    expect(meanings("gridworld/key-room", Object.keys(choices))).toEqual(Object.values(choices).map((one) => [one]));
    const none = ["", "I go down", "Action: jump", "Action: 5", "Action: -1", "Action: 1.5", "up\nAction:"];
    const problem = expect.stringContaining("is not one of up, right, down, left, use");
    expect(meanings("gridworld/key-room", none)).toEqual(none.map(() => ({ problem })));
  });

  test("a number within its range", () => {
    const numbers = { "Action: 42.5": 42.5, "Action: [100]": 100, "0": 0 };
    expect(meanings("coopetition/slcd", Object.keys(numbers))).toEqual(Object.values(numbers).map((one) => [one]));
    const none = "Action: 101|Action: -1|Action: NaN|Action: Infinity|Action: 1 2|Action: all of it|".split("|");
    const problem = expect.stringContaining("is not a number from 0 to 100");
    expect(meanings("coopetition/slcd", none)).toEqual(none.map(() => ({ problem })));
  });

  test("several numbers, each in its own range", () => {
    const lander = dialogue("control/lunar-lander", 0, { continuous: true });
    expect(lander.read("Action: -1, 0.5")).toEqual([-1, 0.5]);
    expect(lander.read("Action: 0.5")).toHaveProperty("problem");
    expect(lander.read("Action: 0.5 2")).toHaveProperty("problem");
  });

  /** The characters of an accepted text, or the reason for rejecting it. */
  const writtenIn = ({ alphabet }: NumericSpec, choices: ReturnType<ReturnType<typeof dialogueOf>["read"]>) =>
    "problem" in choices ? choices.problem : choices.map((choice) => alphabet?.characterOf(choice)).join("");

  test("a text up to the end of its turn", () => {
    const { spec } = calculatorWorld.make();
    const { read } = dialogue("language/calculator");
    const written = (reply: string) => writtenIn(spec, read(reply));
    expect(written(" 12$\n")).toBe("12$");
    expect(written("12$ since 3 * 4 = 12")).toBe("12$");
    expect(written("<3*4>[12]12$")).toBe("<3*4>");
    expect(written("12")).toBe("12");
    expect(written("")).toBe("the reply is empty");
    expect(written("It is 12$")).toMatch(/^character 1 of "It is 12\$" is "I", which this world cannot write$/);
  });

  test("a document, with or without a Markdown fence, which ends with the reply", () => {
    const { spec } = functionWorld.make();
    const { read, system, turn } = dialogue("language/function");
    expect(system).toContain("Markdown code fence");
    expect(system).not.toContain("$.");
    const written = (reply: string) => writtenIn(spec, read(reply));
    const text = "a => {\n  return `<>$` + a;\n}";
    const fenced = `Here:\n\`\`\`js\n${text}\n\`\`\`\nIt is short.`;
    for (const reply of [text, `\n${text}\n`, fenced, `${text}\u00b6 and more`])
      expect(written(reply)).toBe(`${text}\u00b6`);
    expect(written("```\n```")).toBe("the reply is empty");
    expect(written("a => \u201ca\u201d")).toMatch(/^character 6 of .* which this world cannot write$/);
    expect(turn(new Float32Array(spec.observationSize), 0, null)).toBe("");
  });
});

describe("description of pay", () => {
  const promptOf = (id: string, pay: string) => {
    const { spec } = environments.get(id).make();
    return dialogueOf(spec, 0, "a world", payInWords(pay, spec)).system;
  };

  test("contains the formula and the meanings of its channels, and no other channel", () => {
    const text = promptOf("language/sort", "correct − 0.3 × characters");
    expect(text).toContain("You are paid: correct − 0.3 × characters.\n- correct: ");
    expect(text).toMatch(/\n- characters: .*\nYou want to be paid as much as you can/);
    expect(promptOf("coopetition/slcd", "joint.value")).toMatch(/You are paid: joint\.value\.\n- value: /);
    expect(promptOf("coopetition/slcd", "joint.value")).not.toContain("- trust: the");
  });

  test("is omitted on request", () => {
    for (const id of ["language/sort", "language/function", "coopetition/slcd"])
      expect(promptOf(id, "")).not.toContain("paid");
  });
});
