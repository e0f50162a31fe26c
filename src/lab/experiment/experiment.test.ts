// From the text of an experiment to one that can run. The messages for each kind of mistake (file, line, column, what is wrong, a valid
// alternative) are in `test/words/experiment.txt`.

import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { type MessageCase, words } from "../../../test/fixtures/words.ts";
import { UserError } from "../../core/errors.ts";
import { type Overrides, parseExperiment, readExperiment } from "./experiment.ts";
import { settingsOf } from "./setting.ts";

const world = "environment: coopetition/slcd\n";
const agents = "agents: { policy: constant, level: 40 }\n";
const objective = "objective: joint.value\n";
const base = world + agents + objective;

const read = (text: string, overrides: Overrides = {}) => parseExperiment(text, "x.yaml", overrides);

/** Reads invalid texts, each within the same surrounding text. */
const readAll = (around: (text: string) => string, texts: Readonly<Record<string, string>>): MessageCase[] =>
  Object.entries(texts).map(([name, text]) => [name, () => read(around(text))]);

describe("an experiment", () => {
  test("is resolved completely, with all defaults", async () => {
    const experiment = await parseExperiment(base, "folder/alliance.yaml");
    expect(experiment).toMatchObject({ name: "alliance", title: "alliance", episodes: 1, record: "steps" });
    expect(experiment.seeds).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(experiment.directory.endsWith("/folder")).toBe(true);
    const [{ name, description, setting }] = experiment.variants;
    expect(name).toBe("base");
    expect(description.environment).toMatchObject({ id: "coopetition/slcd", horizon: 100, interdependence: 1 });
    expect(setting.agents.map(({ policy }) => policy)).toEqual(["constant", "constant"]);
    expect(setting.objective).toMatchObject({ name: "joint.value", over: "sum", unit: "value" });
  });

  test("the built-in one can be run", async () => {
    const file = fileURLToPath(new URL("../../../examples/alliance.yaml", import.meta.url));
    const experiment = await readExperiment(file);
    expect(experiment.variants.map(({ name }) => name)).toEqual(["private", "integrated", "cooperative"]);
    expect(experiment.variants.map(({ description }) => description.reward)).toEqual([
      "private",
      "integrated",
      "cooperative",
    ]);
  });

  test.each<[string, number[]]>([
    ["3", [0, 1, 2]],
    ["0x3", [0, 1, 2]],
    ["1e0", [0]],
    ["[7, 3]", [7, 3]],
    ["[1, 1, 2]", [1, 2]],
    ["[2147483647]", [2147483647]],
  ])("seeds: %s", async (text, seeds) => {
    expect((await parseExperiment(`${base}seeds: ${text}\n`, "x.yaml")).seeds).toEqual(seeds);
    expect((await parseExperiment(`${base}seeds: ${text}\n`, "x.yaml", { seeds: 2 })).seeds).toEqual([0, 1]);
  });

  test("agents by seat: one for all, a list, labels with others", async () => {
    const policies = async (text: string) =>
      (await parseExperiment(`${world}agents: ${text}\n${objective}`, "x.yaml")).variants[0].setting.agents.map(
        ({ policy }) => policy,
      );
    expect(await policies("random")).toEqual(["random", "random"]);
    expect(await policies("[random, { policy: constant, level: 3 }]")).toEqual(["random", "constant"]);
    expect(await policies("{ Sony: random, others: gradual }")).toEqual(["gradual", "random"]);
    expect(await policies("{ agent_0: random, Sony: { policy: gradual } }")).toEqual(["random", "gradual"]);
  });

  test("merge keys share settings between variants", async () => {
    const text = `${base}variants:\n  a: &a { environment.horizon: 5, reward: private }\n  b: { <<: *a, reward: cooperative }\n`;
    const { variants } = await parseExperiment(text, "x.yaml");
    expect(variants.map(({ description }) => [description.environment.horizon, description.reward])).toEqual([
      [5, "private"],
      [5, "cooperative"],
    ]);
  });

  test("--set changes the file before it is checked; later assignments win", async () => {
    const set = [
      "environment.horizon=5",
      "environment.horizon=6",
      "agents.level=7",
      "reward.weight=2",
      "grid.environment.theta=[10, 20]",
    ];
    const { variants } = await parseExperiment(`${base}reward: private\n`, "x.yaml", { set });
    expect(variants.map(({ name }) => name)).toEqual(["theta=10", "theta=20"]);
    expect(variants[1].description).toMatchObject({
      environment: { horizon: 6, theta: 20 },
      agents: { policy: "constant", level: 7 },
      reward: { use: "private", weight: 2 },
    });
  });
});

describe("mistakes in the file", () => {
  words("experiment", [
    ...readAll((text) => text, {
      nothing: "",
      "a list": "- a\n",
      "a word": "\nhello\n",
      "all mistakes of one stage": "environment: 5\nagents: 6\nseeds: [a, 1.5]\nsedes: 3\n",
      "no environment": `title: x\n${agents}${objective}`,
      "no agents": `${world}${objective}`,
      "no objective": `${world}${agents}`,
      "the pay of a stage of a training":
        "environment: language/critique\nagents:\n  policy: grpo\n  stages:\n    - updates: 3\n      reward: { channel: corect }\nobjective: correct\n",
    }),
    ...readAll((line) => `${base}${line}\n`, {
      "a key": "sedes: 3",
      "a key far off": "zzzzzzzz: 3",
      "an object's own key": "constructor: 3",
      "a title": "title: 5",
      "a margin below zero": "margin: -1",
      "a margin in words": "margin: small",
      "episodes: none": "episodes: 0",
      "record: a slip": "record: step",
      "no seeds": "seeds: 0",
      "fewer seeds than none": "seeds: -1",
      "half a seed": "seeds: 1.5",
      "seeds in words": "seeds: ten",
      "an empty list of seeds": "seeds: []",
      "a seed below 0": "seeds: [1, -1]",
      "a seed that no table holds": "seeds: [3000000000]",
      "too many seeds": "seeds: 1e7",
    }),
    ...readAll((value) => `environment:${value}\n${agents}${objective}`, {
      "an empty environment": "",
      "a number for a world": " 5",
      "a world without id": " { horizon: 5 }",
      "an unknown world": " coopetition/slc",
      "an unknown world in a map": "\n  horizon: 5\n  id: slc",
    }),
    ...readAll((parameter) => `environment: { id: coopetition/slcd, ${parameter} }\n${agents}${objective}`, {
      "a parameter": "horizn: 5",
      "a parameter below": "trust: { initil: 1 }",
      "a parameter far off": '"": 5',
      "too small": "horizon: 0",
      "no whole number": "horizon: .5",
      huge: "horizon: 123456789012345678901234567890",
      "a word for a number": "horizon: ten",
      NaN: "theta: .nan",
      infinity: "theta: 1e999",
      "a choice": "view: jont",
    }),
    ...readAll((value) => `${world}agents: ${value}\n${objective}`, {
      "a number for agents": "4",
      "an unknown policy": "constnt",
      "an unknown policy in a map": "{ policy: constnt }",
      "a policy that is no name": "{ policy: 4 }",
      "an agent's parameter": "{ policy: constant, level: 400 }",
      "an agent's unknown parameter": "{ policy: constant, lvl: 4 }",
      "a list of agents too short": "[constant]",
      "an empty list of agents": "[]",
      "a number in a list of agents": "[constant, 4]",
      "an unknown agent": "{ Samsumg: constant, others: random }",
      "an agent without a policy": "{ Samsung: constant }",
      "an agent twice": "{ Samsung: constant, agent_0: random, Sony: random }",
      "no agent": "{}",
      "a model beside a learner": "{ Sony: { policy: llm, endpoint: 'http://localhost:1', model: m }, others: ppo }",
      "an agent that cannot play here": "{ Sony: random, others: oracle/loyalty }",
      "a program without a command": "program",
      "an empty command": "{ policy: program, command: [] }",
    }),
    ...readAll((value) => `${world}${agents}objective:${value}\n`, {
      "an empty objective": "",
      "an unknown channel": " joint.valu",
      "an unknown scope": " jont.value",
      "an objective that is a list": " [trust]",
      "a slip in a declared objective": " { weigths: { trust: 1 } }",
      "a declared objective of an unknown channel": " { weights: { trst: 1 } }",
      "a named objective without a channel": " { name: care }",
      "a named objective with an unknown key": " { name: care, wieghts: { payoff: 1 } }",
      "a named objective of an unknown channel": " { name: care, weights: { payof: 1 } }",
    }),
    ...readAll((value) => `${base}reward:${value}\n`, {
      "an unknown reward": " privat",
      "an empty reward": "",
      "a channel three deep":
        "\n  sum:\n    - private\n    - when: { channel: trust, atLeast: 0.5 }\n      pay:\n        product:\n          - { channel: payof }",
      "a condition three deep":
        "\n  agents:\n    Sony:\n      sum:\n        - { when: { channel: trst, atMost: 1 }, pay: private }\n  others: private",
    }),
    ...readAll((value) => `${base}variants:${value}\n`, {
      "no variants": " {}",
      "empty variants": "",
      "variants in a list": " [a]",
      "a variant that is a number": " { a: 4 }",
      "a variant without a name": ' { "": { reward: private } }',
      "a variant called __proto__": " { __proto__: { reward: private } }",
      "a variant twice": " { a: {}, a: {} }",
      "a slip in a variant": " { a: { rewrd: private } }",
      "what a variant cannot set": " { a: { seeds: 4 } }",
      "a parameter in a variant": " { a: { environment: { horizon: 0 } } }",
      "a parameter by its path": " { a: { environment.horizon: 0 } }",
      "an unknown parameter by its path": " { a: { environment.horizn: 5 } }",
      "a path into a number": " { a: { environment.horizon.x: 5 } }",
      "a path that ends in a dot": " { a: { environment.: 5 } }",
    }),
    ...readAll((text) => text, {
      "an item of no list": `${world}agents: [random, random]\n${objective}variants: { a: { agents.2: random } }\n`,
      "a base in which nothing is wrong with the variant": `environment: coopetition/slc\n${agents}${objective}variants: { a: { environment.horizon: 5 } }\n`,
      "a base's number in a variant's world": `environment: { id: coopetition/slcd, horizon: 0 }\n${agents}${objective}variants: { a: { environment.theta: 5 } }\n`,
      "a base's reward in a variant's world": `environment: coopetition/loyalty-team\n${agents}${objective}reward: { channel: loyalty }\nvariants: { team: {}, pair: { environment: coopetition/slcd } }\n`,
      "a base's parameter that another world does not have": `environment: { id: coopetition/slcd, trustMatters: false }\n${agents}${objective}variants: { a: { environment.id: coopetition/trust-dilemma } }\n`,
    }),
    ...readAll((value) => `${base}variants: { private: {}, other: { reward: private } }\nbaseline: ${value}\n`, {
      "a baseline that is no variant": "privat",
      "a baseline that is no name": "3",
    }),
    ...readAll((value) => `${base}grid: ${value}\n`, {
      "an empty axis": "{ environment.horizon: [] }",
      "an axis that is no list": "{ environment.horizon: 5 }",
      "a value in a grid": "{ environment.horizon: [5, 0] }",
      "the same value twice": "{ environment.horizon: [1, 1] }",
      "what a grid cannot set": "{ seeds: [1, 2] }",
    }),
  ]);

  test("a name of any length and kind is one short line", async () => {
    const start = "x.yaml:1:14: environment.id: no environment is called";
    const saying = (name: string) => expect(read(`environment: ${name}\n${agents}${objective}`)).rejects;
    await saying("x".repeat(100_000)).toThrow(`${start} "${"x".repeat(57)}…"; valid: `);
    await saying('"a\\nb"').toThrow(`${start} "a\\nb"; valid: `);
    await saying("協力😀").toThrow(`${start} "協力😀"; valid: `);
  });

  test("a file that is not there", () =>
    expect(read(`environment: ./nope.ts\n${agents}${objective}`)).rejects.toThrow(
      `x.yaml:1:14: environment: there is no file ${process.cwd()}/nope.ts; paths start from the experiment's folder`,
    ));
});

describe("mistakes in --set and --seeds", () => {
  const setting = (assigned: readonly string[], text = base): MessageCase[] =>
    assigned.map((set) => [`--set ${set}`, () => read(text, { set: set.split(" --set ") })]);
  words("overrides", [
    ...setting([
      "x",
      "environment.horizon=ten",
      "environment.horizon=5 --set environment.horizon=0",
      "environment.horizn=10",
      "sedes=10",
      "seeds=",
      "reward=privat",
      "reward={ sum: [{ channel: payof }] }",
      "grid.environment.horizon=[5, 0]",
      "reward=&x { sum: [*x] }",
    ]),
    ...setting(["agents.2=random", "agents.policy=random"], `${world}agents: [constant, random]\n${objective}`),
    ...setting(["variants.a.environment.horizon=0"], `${base}variants: { a: { environment.horizon: 5 } }\n`),
    // A mistake of the file is reported at the file.
    ...setting(["environment.horizon=5"], `environment: coopetition/slc\n${agents}${objective}`),
    ["more seeds than there are", () => read(base, { seeds: 5e9 })],
  ]);
});

test("unknown keys of the file and of a variant are reported beside mistakes of its parts", async () => {
  const text = [
    "environment: coopetition/slcd",
    "agents: tit-for-tat",
    "objective: joint.val",
    "variants: { a: { rewrd: private } }",
    "seedz: 3",
  ].join("\n");
  await expect(parseExperiment(text, "e.yaml")).rejects.toMatchObject({
    problems: [
      { code: "unknown-key", where: "e.yaml:5:1" },
      { where: "e.yaml:4:18" },
      { path: ["objective"], where: "e.yaml:3:12" },
    ],
  });
});

test("mistakes of all variants, and of their reward, agents and objective, are reported together, each once", async () => {
  const text = [
    "environment: { id: coopetition/slcd, horizon: 10 }",
    "agents: { policy: equilibriumm }",
    "objective: joint.valu",
    "reward: cooperativ",
    "variants:",
    "  a: { environment.horizon: -5 }",
    "  b: { agents: { policy: equilibrium, noise: -1 } }",
    "  c: { reward: privat }",
  ].join("\n");
  const error = await parseExperiment(text, "x.yaml").catch((thrown: unknown) => thrown);
  const places = error instanceof UserError ? error.problems.map(({ where }) => where) : [];
  expect(places.toSorted()).toEqual([
    "x.yaml:2:19",
    "x.yaml:3:12",
    "x.yaml:4:9",
    "x.yaml:6:29",
    "x.yaml:7:46",
    "x.yaml:8:16",
  ]);
});

test("where the objective is the reward, the reward's mistake is reported once", async () => {
  const description = { environment: { id: "coopetition/slcd" }, agents: "random", reward: "privat" };
  const error = await settingsOf([description], undefined, { directory: ".", cache: ".agon" }).catch(
    (thrown: unknown) => thrown,
  );
  expect(error instanceof UserError ? error.problems.map(({ what }) => what) : error).toEqual([
    'no reward is called "privat"',
  ]);
});

test("a mistake that all variants share is reported once, and one of some with their names", async () => {
  const text = (objective: string, others: string) => `
environment: { id: coopetition/slcd, horizon: 20 }
agents: random
objective: ${objective}
variants: { a: { environment.horizon: 30 }, b: ${others} }
seeds: 2
`;
  const problems = async (yaml: string) => {
    const error: unknown = await parseExperiment(yaml, "x.yaml").catch((thrown: unknown) => thrown);
    return error instanceof UserError ? error.problems.map(({ what }) => what) : [];
  };
  expect(await problems(text("revenue", "{ environment.horizon: 40 }"))).toEqual([
    'no channel of this world is called "revenue"',
  ]);
  expect(await problems(text("trust", "{ environment: { id: bandits/bernoulli, horizon: 10 } }"))).toEqual([
    'no channel of this world is called "trust" (variant "b")',
  ]);
});
