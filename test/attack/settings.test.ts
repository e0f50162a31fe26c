// Settings at random for everything that has parameters, drawn from what its schema allows and from what it does not. Each is refused by
// a clear sentence, or makes something: a world plays some rounds with figures that are numbers.

import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { UserError } from "../../src/core/errors.ts";
import { Random } from "../../src/core/random.ts";
import { linearPrograms } from "../../src/math/linear-program.ts";
import { rewards } from "../../src/rewards/index.ts";
import { agon } from "../cli/agon.ts";
import { agents } from "../fixtures/at-hand/agents.ts";
import { algorithms } from "../fixtures/at-hand/algorithms.ts";
import { environments } from "../fixtures/at-hand/environments.ts";
import { attacks } from "./length.ts";

type Schema = z.core.JSONSchema.BaseSchema;

/** Nothing that a parameter should be, and what comes near it. */
const STRANGE: readonly unknown[] = [
  ...[null, true, "", "0", "1e5", " ", "__proto__", "\u0000", "😀", [], {}, [[]], [null], [1, "a"]],
  ...[{ "": 1 }, { constructor: 1 }, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  ...[0, -0, -1, 0.5, 1e-320, 1e16, -1e308, 1.7e308],
];

/** Numbers are small mostly: a world of ten thousand agents is no fault, and takes its time. */
const LARGEST = 12;

class Drawing {
  readonly #random: Random;
  readonly #definitions: Readonly<Record<string, Schema>>;

  constructor(schema: Schema, random: Random) {
    this.#random = random;
    this.#definitions = schema.$defs ?? {};
  }

  /** Some of the parameters, each at random; now and then one that there is none of. */
  settings(schema: Schema): Record<string, unknown> {
    const drawn = this.#map(schema, 0);
    if (this.#random.uniform() < 0.03) drawn[this.#one(["__proto__x", "toString", "seed "])] = 1;
    return drawn;
  }

  #map({ properties = {}, required = [] }: Schema, depth: number): Record<string, unknown> {
    const share = this.#random.uniform(0, 0.6);
    const named = Object.entries(properties).filter(
      ([name]) => required.includes(name) || this.#random.uniform() < share,
    );
    return Object.fromEntries(named.map(([name, field]) => [name, this.#value(field, depth + 1)]));
  }

  #value(schema: Schema | boolean, depth: number): unknown {
    const random = this.#random;
    if (typeof schema === "boolean" || random.uniform() < 0.06) return this.#one(STRANGE);
    if (random.uniform() < 0.2 && schema.default !== undefined) return schema.default;
    const { $ref, anyOf, oneOf, allOf, enum: choices } = schema;
    if ($ref !== undefined) {
      const definition = this.#definitions[$ref.replace("#/$defs/", "")];
      return depth > 5 || definition === undefined ? null : this.#value(definition, depth + 1);
    }
    if (choices !== undefined) return this.#one(choices);
    if (schema.const !== undefined) return schema.const;
    const forms = anyOf ?? oneOf ?? allOf;
    if (forms !== undefined) return this.#value(this.#one(forms), depth + 1);
    switch (schema.type) {
      case "boolean":
        return random.uniform() < 0.5;
      case "integer":
        return Math.round(this.#number(schema));
      case "number":
        return this.#number(schema);
      case "string":
        return this.#one(["a", "own", "private", "0.5", "joint.value", "agent_0", "x > 0", "./nothing.csv"]);
      case "array":
        return Array.from({ length: random.integer(5) }, () => this.#value(itemsOf(schema), depth + 1));
      case "object":
        return this.#map(schema, depth);
      default:
        return this.#one(STRANGE);
    }
  }

  /** At a bound, or near one, or between both. */
  #number(schema: Schema): number {
    const least = Number(schema.minimum ?? schema.exclusiveMinimum ?? -LARGEST);
    const most = Math.min(Number(schema.maximum ?? schema.exclusiveMaximum ?? LARGEST), Math.max(LARGEST, least));
    const kind = this.#random.integer(10);
    if (kind === 0) return least;
    if (kind === 1) return most;
    if (kind === 2) return this.#one([least - 1, most + 1, least + 1e-9]);
    return this.#random.uniform(least, most);
  }

  #one<T>(all: readonly T[]): T {
    return all[this.#random.integer(all.length)];
  }
}

const itemsOf = ({ items, prefixItems }: Schema): Schema | boolean =>
  prefixItems?.[0] ?? (Array.isArray(items) ? (items[0] ?? true) : (items ?? true));

/** What is made of settings, or undefined where they are refused by sentences that say something. */
function made<Made>(make: () => Made, where: string): Made | undefined {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof UserError)) throw new Error(where, { cause: error });
    for (const { what } of error.problems)
      expect(what, where).toMatch(/^(?!.*(?:undefined|\[object ))[\s\S]*\p{L}.*[^.]$/u);
    return undefined;
  }
}

const EACH = attacks(24, 160);
const kinds = { agents, algorithms, rewards };
const drawnOf = Object.entries(kinds).flatMap(([kind, all]) => all.entries().map((entry) => ({ kind, entry })));

beforeAll(linearPrograms);

describe("settings at random", () => {
  test.each(drawnOf)("of $kind $entry.id", ({ entry: { id, parameters, make } }) => {
    const schema = z.toJSONSchema(parameters, { io: "input", unrepresentable: "any" });
    let worked = 0;
    for (let k = 0; k < EACH; k++) {
      const settings = new Drawing(schema, Random.of(2, id, k)).settings(schema);
      const where = `${id}, ${k}: ${JSON.stringify(settings)}`;
      if (made(() => make(settings), where) !== undefined) worked += 1;
    }
    expect(worked, "what may be asked for is refused").toBeGreaterThan(0);
  });

  test.each(environments.entries())("of $id leave a world whose figures are numbers", ({ id, parameters, make }) => {
    const schema = z.toJSONSchema(parameters, { io: "input", unrepresentable: "any" });
    let worked = 0;
    for (let k = 0; k < EACH; k++) {
      const random = Random.of(2, id, k);
      const settings = new Drawing(schema, random).settings(schema);
      const where = `${id}, ${k}: ${JSON.stringify(settings)}`;
      const world = made(() => make(settings), where);
      if (world === undefined) continue;
      worked += 1;
      const { agents: seats, actionSize, actionLow, actionHigh, channels, observationSize } = world.spec;
      const outcomes = new Float64Array(seats.length * channels.length);
      const observations = new Float32Array(seats.length * observationSize);
      const actions = new Float64Array(seats.length * actionSize);
      try {
        world.reset(random, outcomes);
        let status = 0;
        for (let step = 0; step < 3 && status === 0; step++) {
          world.observe(observations);
          for (const place of actions.keys()) actions[place] = random.uniform(actionLow[place], actionHigh[place]);
          if (world.spec.choices !== undefined)
            for (const [place, value] of actions.entries()) actions[place] = Math.floor(value);
          status = world.step(actions, outcomes, random);
        }
      } catch (error) {
        throw new Error(where, { cause: error });
      }
      expect(outcomes.some(Number.isNaN), where).toBe(false);
      expect(observations.some(Number.isNaN), where).toBe(false);
    }
    expect(worked, "what may be asked for is refused").toBeGreaterThan(0);
  });
});

/** Commands whose last option is a count. */
const COUNTED = [
  ...["audit auction/first-price --instances", "audit auction/first-price --seed", "study swiss-dynamics --seeds"],
  ...["run alliance --seeds", "run alliance --workers", "play coopetition/slcd --seed", "step coopetition/slcd --seed"],
  ...[
    "match core-war a b --games",
    "match core-war a b --seed",
    "rate games.csv --resamples",
    "rate games.csv --parts",
  ],
  ...["exploit alliance --episodes", "exploit alliance --queries", "similar texts.csv --resamples"],
];

test.each(COUNTED)("agon %s takes no number that is absurd", async (line) => {
  for (const number of ["1e15", "1e308", "1e400", "9007199254740993", "2147483648", "0.5", "-1", "NaN"]) {
    const { code, stdout, complaint } = await agon([...line.split(" "), number]);
    expect([code, stdout], number).toEqual([2, ""]);
    expect(complaint, number).toMatch(/whole number/);
  }
});
