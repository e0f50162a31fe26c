// The recurrent unit that reads backwards: its formula, and what it does not see.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { gruSize, reverseGru } from "./reverse-gru.ts";

const shape = { inputs: 3, units: 5 };
const T = 6;

const noise = (size: number, seed: number) => {
  const random = Random.of(seed, "noise");
  return Array.from({ length: size }, () => random.normal());
};

/** The states of a unit with drawn parameters. */
function states(x: number[], done: number[], seed: number): Float64Array {
  const hidden = new Float64Array(T * shape.units);
  const unit = reverseGru(shape);
  unit.load(Float32Array.from(noise(gruSize(shape), seed)));
  unit.read(Float64Array.from(x), done, T, hidden);
  return hidden;
}

test("one step is the formula", () => {
  const one = { inputs: 1, units: 1 };
  const parameters = [0.3, -0.7, 0.9, 0.2, 0.4, -0.5, 0.1, -0.2, 0.6, 0.8];
  expect(parameters).toHaveLength(gruSize(one));
  const hidden = new Float64Array(2);
  const unit = reverseGru(one);
  unit.load(Float32Array.from(parameters));
  unit.read(Float64Array.of(0.5, -1.5), [0, 0], 2, hidden);
  const sigmoid = (value: number) => 1 / (1 + Math.exp(-value));
  const cell = (input: number, h: number) => {
    const reset = sigmoid(0.3 * input + 0.1 + 0.2 * h);
    const update = sigmoid(-0.7 * input - 0.2 + 0.4 * h);
    const candidate = Math.tanh(0.9 * input + 0.6 + reset * (-0.5 * h + 0.8));
    return (1 - update) * candidate + update * h;
  };
  const last = cell(-1.5, 0);
  expect(hidden[1]).toBeCloseTo(last, 6);
  expect(hidden[0]).toBeCloseTo(cell(0.5, last), 6);
});

test("before an end nothing behind it is seen, without an end it is", () => {
  for (let seed = 0; seed < 20; seed++) {
    const x = noise(T * shape.inputs, 100 + seed);
    const running = new Array<number>(T).fill(0);
    const changed = x.map((value, at) => (at >= 3 * shape.inputs ? value + 1 : value));
    const upTo = (hidden: Float64Array) => Array.from(hidden.slice(0, 3 * shape.units));
    const ended = running.with(2, 1);
    expect(upTo(states(changed, ended, seed))).toEqual(upTo(states(x, ended, seed)));
    expect(upTo(states(changed, running, seed))).not.toEqual(upTo(states(x, running, seed)));
  }
});
