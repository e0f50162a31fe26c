// Gating: who is paid depends on a channel at that step, both bounds included, agent by agent.

import { describe, expect, test } from "vitest";
import { outcomes, pays, problemOf, spec } from "../../test/fixtures/outcomes.ts";
import { type MessageCase, words } from "../../test/fixtures/words.ts";
import { Status } from "../core/environment.ts";
import { channel } from "./channel-reward.ts";
import { gate } from "./gate.ts";
import { potential } from "./potential.ts";

const pay = channel("payoff");
const values = { payoff: [10, 4], utility: [-1, -2], trust: [0.6, 0.25] };

describe("a condition", () => {
  test.each([
    [{ atLeast: 0.6 }, [10, 0]],
    [{ atLeast: 0.6000001 }, [0, 0]],
    [{ atMost: 0.25 }, [0, 4]],
    [{ atLeast: 0.25, atMost: 0.6 }, [10, 4]],
    [{ atLeast: 0.3, atMost: 0.5 }, [0, 0]],
  ])("%j", (bounds, expected) => {
    expect(pays(gate({ channel: "trust", ...bounds }, pay), values)).toEqual(expected);
  });

  test("in a scope: the weakest trust opens or shuts the gate for both", () => {
    expect(pays(gate({ channel: "min.trust", atLeast: 0.3 }, pay), values)).toEqual([0, 0]);
    expect(pays(gate({ channel: "others.trust", atLeast: 0.3 }, pay), values)).toEqual([0, 4]);
  });

  test("on a value that is no number does not hold", () => {
    const open = gate({ channel: "trust", atLeast: 0 }, pay);
    expect(pays(open, { payoff: [1, 1], trust: [Number.NaN, 1] })).toEqual([0, 1]);
  });
});

test("an agent that is shut out is paid otherwise", () => {
  expect(pays(gate({ channel: "trust", atLeast: 0.6 }, pay, channel("utility")), values)).toEqual([10, -2]);
});

test("a part with a memory goes on behind a shut gate", () => {
  // The shaping of the open step is the difference to the step before, which was shut and not paid.
  const reward = gate({ channel: "payoff", atLeast: 1 }, potential({ trust: 1 }, 1))(spec);
  const paid = new Float64Array(2);
  reward.reset(outcomes({ trust: [0.5, 0.5] }));
  reward.pay(outcomes({ payoff: [0, 1], trust: [0.75, 0.75] }), Status.running, paid);
  expect(Array.from(paid)).toEqual([0, 0.25]);
  reward.pay(outcomes({ payoff: [1, 1], trust: [0.25, 1] }), Status.running, paid);
  expect(Array.from(paid)).toEqual([-0.5, 0.25]);
});

const refused: MessageCase[] = [
  ["no bound", () => gate({ channel: "trust" }, pay)],
  ["bounds the wrong way round", () => gate({ channel: "trust", atLeast: 0.7, atMost: 0.2 }, pay)],
  ["an unknown channel", () => gate({ channel: "trst", atLeast: 0 }, pay)(spec)],
];
words("gates", refused);
test("and the codes of these", () => {
  const codes = "empty-condition empty-range unknown-name".split(" ");
  expect(refused.map(([, call]) => problemOf(call))).toMatchObject(codes.map((code) => ({ code })));
});
