// What may stand at a cursor in an experiment: names, parameters, channels, and paths of variants.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SCHEMA } from "../src/lab/experiment/own-package.ts";
import { namedThing } from "../src/lab/view/draft.ts";
import type { NamedThing } from "../src/lab/view/draft-data.ts";
import { type NamedOption, offersAt } from "../src/web/draft-completions.ts";
import { yamlPlace } from "../src/web/yaml-place.ts";
import { root } from "./cli/agon.ts";

const words = {
  schema: JSON.parse(readFileSync(SCHEMA, "utf8")),
  names: JSON.parse(readFileSync(join(root, "dist/listing.json"), "utf8")),
};
const things = new Map<string, NamedThing | null>();

/** What is offered at `|`, as the editor asks for it: names of which more must be known are looked up. */
async function offered(text: string) {
  const offset = text.indexOf("|");
  const place = yamlPlace(text.replace("|", ""), offset);
  if (place === undefined) return [];
  const known = ({ kind, name }: NamedOption) => things.get(`${kind} ${name}`);
  for (;;) {
    const { offers, wanted } = offersAt(place, words, known);
    if (wanted.length === 0) return offers;
    for (const { kind, name } of wanted) things.set(`${kind} ${name}`, await namedThing(".", kind, name));
  }
}
const labels = async (text: string) => (await offered(text)).map(({ label }) => label);

const base = "environment: coopetition/slcd\nagents: equilibrium\nobjective: joint.value\n";

test("keys of an experiment, but those that are there", async () => {
  const offers = await labels(`${base}se|`);
  expect(offers).toEqual(expect.arrayContaining(["seeds", "variants", "reward"]));
  expect(offers).not.toContain("agents");
  expect((await offered("se|: 3")).find(({ label }) => label === "seeds")).toEqual({
    label: "seeds",
    kind: "key",
    detail: "default 10",
    about: expect.stringMatching(/^how many seeds \(0, 1, …\), or which; variants share them/),
  });
});

test.each([
  ["a world", "environment: coop|", "coopetition/slcd", /Samsung/],
  ["a world in a map", "environment:\n  id: |", "coopetition/slcd", /Samsung/],
  ["an agent", `${base.replace("equilibrium", "|")}`, "tit-for-tat", /./],
  ["a learner", "agents: { policy: p| }", "ppo", /./],
  ["an agent in a list", "agents:\n  - |\n", "random", /./],
  ["a reward", "reward: |", "cooperative", /mean of all agents/],
  ["a reward among others", "reward: { sum: [private, |] }", "cooperative", /./],
  ["a key of a claim", `${base}claims:\n  it pays: { variant: a, me| }`, "measure", /joint\.CHANNEL/],
  ["a reward of a variant", `${base}variants:\n  a: { reward: | }`, "integrated", /./],
  ["a parameter of the world", "environment:\n  id: coopetition/slcd\n  |", "horizon", /steps/],
  ["a parameter before the first", "environment:\n  h|\n  id: coopetition/slcd\n", "horizon", /steps/],
  ["a key before the first", "ma|\nagents: random\n", "margin", /differences/],
  ["a parameter of an agent", "agents: { policy: constant, | }", "level", /./],
  ["a parameter of a reward", "reward:\n  use: bonus/global\n  |", "channels", /./],
  ["a path of a variant", `${base}variants: { short: { | } }`, "environment.horizon", /steps/],
  ["a path of a grid", `${base}grid:\n  |`, "agents.noise", /./],
  ["a channel", "environment: coopetition/slcd\nobjective: |", "trust", /./],
  ["a channel in a sum", "environment: coopetition/slcd\nreward: { weights: { | } }", "joint.trust", /./],
  ["an agent of the world", "environment: coopetition/slcd\nagents:\n  |", "Samsung", undefined],
  ["one of several words", "record: |", "episodes", /keep/],
])("%s", async (_, text, label, about) => {
  const match = (await offered(text)).find((offer) => offer.label === label);
  expect(match, (await labels(text)).join(" ")).toBeDefined();
  if (about !== undefined) expect(match?.about).toMatch(about);
});

test("what does not fit is not offered", async () => {
  expect(await labels("agents: { policy: constant, | }")).not.toContain("policy");
  expect(await labels("reward: { channel: trust, | }")).toEqual(["weight"]);
  expect(await labels("# environment: |")).toEqual([]);
  expect(await labels("environment: { id: no/such-world, | }")).toEqual([]);
});
