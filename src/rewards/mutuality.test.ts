// Private, integrated and cooperative pay: by hand, by the release's numbers, and in every world that is shipped.

import { expect, test } from "vitest";
import { environments } from "../../test/fixtures/at-hand/environments.ts";
import { pays, problemOf, spec } from "../../test/fixtures/outcomes.ts";
import type { NumericSpec } from "../core/environment.ts";
import { rewards } from "./index.ts";
import { cooperativePay, integratedPay, privatePay } from "./mutuality.ts";

const values = { payoff: [10, 4], utility: [12, 8] };

/** S-LCD with more channels. */
function widened(...names: string[]): NumericSpec {
  const [first] = spec.channels;
  return { ...spec, channels: [...spec.channels, ...names.map((name) => ({ ...first, name }))] };
}

test("by hand", () => {
  expect(pays(privatePay, values)).toEqual([10, 4]);
  expect(pays(integratedPay, values)).toEqual([12, 8]);
  expect(pays(cooperativePay, values)).toEqual([10, 10]);
});

test("multiplier and penalty apply to each agent's own pay, under any reward", () => {
  const settled = { ...values, multiplier: [0.5, 2], penalty: [1, 3] };
  const of = widened("multiplier", "penalty");
  expect(pays(privatePay, settled, undefined, of)).toEqual([4, 5]);
  expect(pays(integratedPay, settled, undefined, of)).toEqual([5, 13]);
  expect(pays(cooperativePay, settled, undefined, of)).toEqual([4, 17]);
  const only = { ...values, penalty: [1, 3] };
  expect(pays(cooperativePay, only, undefined, widened("penalty"))).toEqual([9, 7]);
});

test("without a utility channel, utility is payoff", () => {
  const plain = { ...spec, channels: spec.channels.filter((c) => c.name !== "utility") };
  expect(pays(integratedPay, { payoff: [10, 4] }, undefined, plain)).toEqual([10, 4]);
  expect(pays(cooperativePay, { payoff: [10, 4] }, undefined, plain)).toEqual([7, 7]);
});

test("a world without payoffs cannot pay them", () => {
  const none = { ...spec, channels: spec.channels.filter((c) => c.name === "trust") };
  for (const plan of [privatePay, integratedPay, cooperativePay]) {
    expect(problemOf(() => plan(none))).toEqual({
      code: "missing-channel",
      what: 'this reward needs the channel "payoff", which the world does not report',
      hint: "it reports trust; the reward { channel: trust } pays by one of them",
    });
  }
});

test("in every world they are made where it has a payoff, or utility for the integrated ones", () => {
  const made = (name: string, own: NumericSpec): string => {
    try {
      rewards.get(name).make()(own);
      return "made";
    } catch (error) {
      return String(error).includes('needs the channel "payoff"') ? "needs payoff" : String(error);
    }
  };
  const broken = environments.ids().flatMap((id) => {
    const { spec: own } = environments.get(id).make();
    // A world has no payoff where its task is told in words alone, or where what is paid for it is the question.
    const reports = (channel: string) => own.channels.some(({ name }) => name === channel);
    return ["private", "integrated", "cooperative"].flatMap((name) => {
      const isPaid = reports("payoff") || (name !== "private" && reports("utility"));
      const outcome = made(name, own);
      return outcome === (isPaid ? "made" : "needs payoff") ? [] : [`${id}, ${name}: ${outcome}`];
    });
  });
  expect(broken).toEqual([]);
});
