// From a text to an experiment that is known to run. The sentences pin what a user reads: file, line, column, what is
// wrong and what would be right, one for each kind of mistake.

import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { sentence, UserError } from "../../core/errors.ts";
import { type Overrides, parseExperiment, readExperiment } from "./experiment.ts";

const world = "environment: coopetition/slcd\n";
const agents = "agents: { policy: constant, level: 40 }\n";
const objective = "objective: joint.value\n";
const base = world + agents + objective;

async function told(text: string, overrides: Overrides = {}): Promise<string[]> {
  try {
    await parseExperiment(text, "x.yaml", overrides);
  } catch (error) {
    if (error instanceof UserError) return error.problems.map(sentence);
    throw error;
  }
  return [];
}

describe("an experiment", () => {
  test("is resolved to the last parameter, with the defaults that were left out", async () => {
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

  test("the one that is shipped can be run", async () => {
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

  test("--set changes the file before it is checked, the later the stronger", async () => {
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
  const nothing = "the file holds no experiment; it must be a map with environment, agents and objective";
  const settable = "it can set environment, agents, reward, feedback or a path below one of them (environment.horizon)";
  const keys =
    "title, environment, agents, reward, feedback, objective, margin, variants, grid, seeds, episodes, budget, record, judging";
  const parameters = "horizon, view, interdependence, theta, gamma, building, trust, trustMatters";

  test.each<[string, string, string]>([
    ["nothing", "", `x.yaml:1:1: ${nothing}`],
    ["a list", "- a\n", `x.yaml:1:1: ${nothing}`],
    ["a word", "\nhello\n", `x.yaml:2:1: ${nothing}`],
    ["a key", `${base}sedes: 3\n`, 'x.yaml:4:1: sedes: unknown key "sedes"; did you mean "seeds"?'],
    ["a key far off", `${base}zzzzzzzz: 3\n`, `x.yaml:4:1: zzzzzzzz: unknown key "zzzzzzzz"; valid: ${keys}`],
    [
      "an object's own key",
      `${base}constructor: 3\n`,
      `x.yaml:4:1: constructor: unknown key "constructor"; valid: ${keys}`,
    ],
    [
      "the pay of a stage of a training",
      "environment: language/critique\nagents:\n  policy: grpo\n  stages:\n    - updates: 3\n      reward: { channel: corect }\nobjective: correct\n",
      'x.yaml:6:26: agents.stages.0.reward.channel: no channel of this world is called "corect"; did you mean "correct"?',
    ],
    ["a title", `${base}title: 5\n`, "x.yaml:4:8: title: is 5; it must be a string"],
    ["a margin below zero", `${base}margin: -1\n`, "x.yaml:4:9: margin: is -1; it must be at least 0"],
    [
      "a margin in words",
      `${base}margin: small\n`,
      'x.yaml:4:9: margin: is "small"; it must be a number in the objective\'s unit, or a share such as "5 %"',
    ],
    [
      "a named objective without a channel",
      `${world}${agents}objective: { name: care }\n`,
      'x.yaml:3:12: objective: has a name, and nothing that is wanted; {"name":"care","channel":"payoff"}, or any other form of a reward',
    ],
    [
      "a named objective with an unknown key",
      `${world}${agents}objective: { name: care, wieghts: { payoff: 1 } }\n`,
      'x.yaml:3:26: objective.wieghts: unknown key "wieghts"; did you mean "weights"?',
    ],
    [
      "a named objective of an unknown channel",
      `${world}${agents}objective: { name: care, weights: { payof: 1 } }\n`,
      'x.yaml:3:35: objective.weights: no channel of this world is called "payof"; did you mean "payoff"?',
    ],
    ["episodes", `${base}episodes: 0\n`, "x.yaml:4:11: episodes: is 0; it must be at least 1"],
    ["record", `${base}record: step\n`, 'x.yaml:4:9: record: is "step"; valid: steps, episodes'],

    [
      "no environment",
      `title: x\n${agents}${objective}`,
      "x.yaml:1:1: environment: is missing; it must be a string or a map",
    ],
    [
      "an empty environment",
      `environment:\n${agents}${objective}`,
      "x.yaml:1:13: environment: is null; it must be a string or a map",
    ],
    [
      "a number for a world",
      `environment: 5\n${agents}${objective}`,
      "x.yaml:1:14: environment: is 5; it must be a string or a map",
    ],
    [
      "a world without id",
      `environment: { horizon: 5 }\n${agents}${objective}`,
      "x.yaml:1:14: environment.id: is missing; it must be a string",
    ],
    [
      "an unknown world",
      `environment: coopetition/slc\n${agents}${objective}`,
      'x.yaml:1:14: environment.id: no environment is called "coopetition/slc"; did you mean "coopetition/slcd"?',
    ],
    [
      "an unknown world in a map",
      `environment:\n  horizon: 5\n  id: slc\n${agents}${objective}`,
      'x.yaml:3:7: environment.id: no environment is called "slc"; did you mean "coopetition/slcd"?',
    ],
    [
      "a file that is not there",
      `environment: ./nope.ts\n${agents}${objective}`,
      `x.yaml:1:14: environment: there is no file ${process.cwd()}/nope.ts; paths start from the experiment's folder`,
    ],
    [
      "a parameter",
      `environment: { id: coopetition/slcd, horizn: 5 }\n${agents}${objective}`,
      'x.yaml:1:38: environment.horizn: unknown key "horizn"; did you mean "horizon"?',
    ],
    [
      "a parameter below",
      `environment: { id: coopetition/slcd, trust: { initil: 1 } }\n${agents}${objective}`,
      'x.yaml:1:47: environment.trust.initil: unknown key "initil"; did you mean "initial"?',
    ],
    [
      "a parameter far off",
      `environment: { id: coopetition/slcd, "": 5 }\n${agents}${objective}`,
      `x.yaml:1:38: environment.: unknown key ""; valid: ${parameters}`,
    ],
    [
      "too small",
      `environment: { id: coopetition/slcd, horizon: 0 }\n${agents}${objective}`,
      "x.yaml:1:47: environment.horizon: is 0; it must be at least 1",
    ],
    [
      "no whole number",
      `environment: { id: coopetition/slcd, horizon: .5 }\n${agents}${objective}`,
      "x.yaml:1:47: environment.horizon: is 0.5; it must be a whole number",
    ],
    [
      "huge",
      `environment: { id: coopetition/slcd, horizon: 123456789012345678901234567890 }\n${agents}${objective}`,
      "x.yaml:1:47: environment.horizon: is 1.2345678901234568e+29; it must be at most 1000000",
    ],
    [
      "a word for a number",
      `environment: { id: coopetition/slcd, horizon: ten }\n${agents}${objective}`,
      'x.yaml:1:47: environment.horizon: is "ten"; it must be a number',
    ],
    [
      "NaN",
      `environment: { id: coopetition/slcd, theta: .nan }\n${agents}${objective}`,
      "x.yaml:1:45: environment.theta: is NaN; it must be a finite number",
    ],
    [
      "infinity",
      `environment: { id: coopetition/slcd, theta: 1e999 }\n${agents}${objective}`,
      "x.yaml:1:45: environment.theta: is Infinity; it must be a finite number",
    ],
    [
      "a choice",
      `environment: { id: coopetition/slcd, view: jont }\n${agents}${objective}`,
      'x.yaml:1:44: environment.view: is "jont"; valid: parallel, own-row, joint',
    ],

    ["no agents", `${world}${objective}`, "x.yaml:1:1: agents: is missing; it must be a string, a map or a list"],
    [
      "a number for agents",
      `${world}agents: 4\n${objective}`,
      "x.yaml:2:9: agents: is 4; it must be a string, a map or a list",
    ],
    [
      "an unknown agent",
      `${world}agents: constnt\n${objective}`,
      'x.yaml:2:9: agents: no agent is called "constnt"; did you mean "constant"?',
    ],
    [
      "an unknown agent in a map",
      `${world}agents: { policy: constnt }\n${objective}`,
      'x.yaml:2:19: agents.policy: no agent is called "constnt"; did you mean "constant"?',
    ],
    [
      "a policy that is no name",
      `${world}agents: { policy: 4 }\n${objective}`,
      "x.yaml:2:19: agents.policy: is 4; it must be a string",
    ],
    [
      "an agent's parameter",
      `${world}agents: { policy: constant, level: 400 }\n${objective}`,
      "x.yaml:2:36: agents.level: is 400; it must be at most 100",
    ],
    [
      "an agent's unknown parameter",
      `${world}agents: { policy: constant, lvl: 4 }\n${objective}`,
      'x.yaml:2:29: agents.lvl: unknown key "lvl"; did you mean "level"?',
    ],
    [
      "a list too short",
      `${world}agents: [constant]\n${objective}`,
      "x.yaml:2:9: agents: the list has 1 item; it must have one for each of the world's 2 agents",
    ],
    ["an empty list", `${world}agents: []\n${objective}`, "x.yaml:2:9: agents: is []; it must have at least 1 item"],
    [
      "a number in a list",
      `${world}agents: [constant, 4]\n${objective}`,
      "x.yaml:2:20: agents.1: is 4; it must be a string or a map",
    ],
    [
      "an unknown agent",
      `${world}agents: { Samsumg: constant, others: random }\n${objective}`,
      'x.yaml:2:20: agents.Samsumg: no agent of this world is called "Samsumg"; did you mean "Samsung"?',
    ],
    [
      "an agent without a policy",
      `${world}agents: { Samsung: constant }\n${objective}`,
      'x.yaml:2:9: agents: no policy is given for agent_1; name it, or add "others"',
    ],
    [
      "an agent twice",
      `${world}agents: { Samsung: constant, agent_0: random, Sony: random }\n${objective}`,
      'x.yaml:2:39: agents.agent_0: "Samsung" and "agent_0" are the same agent; name it once',
    ],
    [
      "no agent",
      `${world}agents: {}\n${objective}`,
      'x.yaml:2:9: agents: no policy is given for agent_0; name it, or add "others"',
    ],
    [
      "an agent that cannot play here",
      `${world}agents: { Sony: random, others: oracle/loyalty }\n${objective}`,
      'x.yaml:2:33: agents.others: this world has no oracle "loyalty"; it has oracle/equilibrium, oracle/trust-aware',
    ],
    [
      "a program without a command",
      `${world}agents: program\n${objective}`,
      "x.yaml:2:9: agents: the program agent has no command; agents: { policy: program, command: [python3, my-agent.py] }",
    ],
    [
      "an empty command",
      `${world}agents: { policy: program, command: [] }\n${objective}`,
      "x.yaml:2:37: agents.command: is []; it must have at least 1 item",
    ],

    ["no objective", world + agents, "x.yaml:1:1: objective: is missing; it must be a string or a map"],
    [
      "an empty objective",
      `${world}${agents}objective:\n`,
      "x.yaml:3:11: objective: is null; it must be a string or a map",
    ],
    [
      "an unknown channel",
      `${world}${agents}objective: joint.valu\n`,
      'x.yaml:3:12: objective: no channel of this world is called "valu"; did you mean "value"?',
    ],
    [
      "an unknown scope",
      `${world}${agents}objective: jont.value\n`,
      'x.yaml:3:12: objective: no scope is called "jont"; did you mean "joint"?',
    ],
    [
      "an objective that is a list",
      `${world}${agents}objective: [trust]\n`,
      'x.yaml:3:12: objective: is ["trust"]; it must be a string or a map',
    ],
    [
      "a slip in a declared objective",
      `${world}${agents}objective: { weigths: { trust: 1 } }\n`,
      'x.yaml:3:14: objective.weigths: unknown key "weigths"; did you mean "weights"?',
    ],
    [
      "a declared objective of an unknown channel",
      `${world}${agents}objective: { weights: { trst: 1 } }\n`,
      'x.yaml:3:23: objective.weights: no channel of this world is called "trst"; did you mean "trust"?',
    ],

    [
      "an unknown reward",
      `${base}reward: privat\n`,
      'x.yaml:4:9: reward: no reward is called "privat"; did you mean "private"?',
    ],
    ["an empty reward", `${base}reward:\n`, "x.yaml:4:8: reward: is null; it must be a string or a map"],
    [
      "a channel three deep",
      `${base}reward:\n  sum:\n    - private\n    - when: { channel: trust, atLeast: 0.5 }\n      pay:\n        product:\n          - { channel: payof }\n`,
      'x.yaml:10:24: reward.sum.1.pay.product.0.channel: no channel of this world is called "payof"; did you mean "payoff"?',
    ],
    [
      "a condition three deep",
      `${base}reward:\n  agents:\n    Sony:\n      sum:\n        - { when: { channel: trst, atMost: 1 }, pay: private }\n  others: private\n`,
      'x.yaml:8:19: reward.agents.Sony.sum.0.when: no channel of this world is called "trst"; did you mean "trust"?',
    ],

    [
      "no variants",
      `${base}variants: {}\n`,
      "x.yaml:4:11: variants: there are no variants; name one, or leave the key out",
    ],
    ["empty variants", `${base}variants:\n`, "x.yaml:4:10: variants: is null; it must be a map"],
    ["variants in a list", `${base}variants: [a]\n`, 'x.yaml:4:11: variants: is ["a"]; it must be a map'],
    ["a variant that is a number", `${base}variants: { a: 4 }\n`, "x.yaml:4:16: variants.a: is 4; it must be a map"],
    [
      "a variant without a name",
      `${base}variants: { "": { reward: private } }\n`,
      'x.yaml:4:17: variants.: "" is no valid name; it must have at least 1 character',
    ],
    [
      "a variant called __proto__",
      `${base}variants: { __proto__: { reward: private } }\n`,
      'x.yaml:4:13: no key may be called "__proto__"; take another name',
    ],
    ["a variant twice", `${base}variants: { a: {}, a: {} }\n`, "x.yaml:4:20: this key is there twice; keep one"],
    [
      "a slip in a variant",
      `${base}variants: { a: { rewrd: private } }\n`,
      'x.yaml:4:18: variants.a.rewrd: a variant cannot set "rewrd"; did you mean "reward"?',
    ],
    [
      "what a variant cannot set",
      `${base}variants: { a: { seeds: 4 } }\n`,
      `x.yaml:4:18: variants.a.seeds: a variant cannot set "seeds"; ${settable}`,
    ],
    [
      "a parameter in a variant",
      `${base}variants: { a: { environment: { horizon: 0 } } }\n`,
      "x.yaml:4:42: variants.a.environment.horizon: is 0; it must be at least 1",
    ],
    [
      "a parameter by its path",
      `${base}variants: { a: { environment.horizon: 0 } }\n`,
      "x.yaml:4:39: variants.a.environment.horizon: is 0; it must be at least 1",
    ],
    [
      "an unknown parameter by its path",
      `${base}variants: { a: { environment.horizn: 5 } }\n`,
      'x.yaml:4:18: variants.a.environment.horizn: unknown key "horizn"; did you mean "horizon"?',
    ],
    [
      "a path into a number",
      `${base}variants: { a: { environment.horizon.x: 5 } }\n`,
      'x.yaml:4:41: variants.a.environment.horizon.x: is {"x":5}; it must be a number',
    ],
    [
      "a path that ends in a dot",
      `${base}variants: { a: { environment.: 5 } }\n`,
      `x.yaml:4:18: variants.a.environment.: unknown key ""; valid: ${parameters}`,
    ],
    [
      "an item of no list",
      `${world}agents: [random, random]\n${objective}variants: { a: { agents.2: random } }\n`,
      'x.yaml:4:28: variants.a.agents.2: a list of 2 has no item "2"; items are counted from 0 to 1',
    ],
    [
      "a base in which nothing is wrong with the variant",
      `environment: coopetition/slc\n${agents}${objective}variants: { a: { environment.horizon: 5 } }\n`,
      'x.yaml:1:14: environment.id: no environment is called "coopetition/slc"; did you mean "coopetition/slcd"?',
    ],
    [
      "a base's number in a variant's world",
      `environment: { id: coopetition/slcd, horizon: 0 }\n${agents}${objective}variants: { a: { environment.theta: 5 } }\n`,
      "x.yaml:1:47: environment.horizon: is 0; it must be at least 1",
    ],
    [
      "a base's reward in a variant's world",
      `environment: coopetition/loyalty-team\n${agents}${objective}reward: { channel: loyalty }\nvariants: { team: {}, pair: { environment: coopetition/slcd } }\n`,
      'x.yaml:4:20: reward.channel: no channel of this world is called "loyalty" (variant "pair"); valid: investment, cooperation, value, payoff, utility, trust, reputationDamage',
    ],
    [
      "a base's parameter that another world does not have",
      `environment: { id: coopetition/slcd, trustMatters: false }\n${agents}${objective}variants: { a: { environment.id: coopetition/trust-dilemma } }\n`,
      'x.yaml:1:38: environment.trustMatters: unknown key "trustMatters"; valid: horizon, view, interdependence, theta, gamma, building, trust',
    ],

    [
      "an empty axis",
      `${base}grid: { environment.horizon: [] }\n`,
      "x.yaml:4:30: grid.environment.horizon: is []; it must have at least 1 item",
    ],
    [
      "an axis that is no list",
      `${base}grid: { environment.horizon: 5 }\n`,
      "x.yaml:4:30: grid.environment.horizon: is 5; it must be a list",
    ],
    [
      "a value in a grid",
      `${base}grid: { environment.horizon: [5, 0] }\n`,
      "x.yaml:4:34: grid.environment.horizon.1: is 0; it must be at least 1",
    ],
    [
      "the same value twice",
      `${base}grid: { environment.horizon: [1, 1] }\n`,
      'x.yaml:4:34: grid.environment.horizon.1: two variants are called "horizon=1"; remove one, or give them names of their own under variants',
    ],
    [
      "what a grid cannot set",
      `${base}grid: { seeds: [1, 2] }\n`,
      `x.yaml:4:9: grid.seeds: a variant cannot set "seeds"; ${settable}`,
    ],

    ["no seeds", `${base}seeds: 0\n`, "x.yaml:4:8: seeds: is 0; it must be at least 1"],
    ["fewer than none", `${base}seeds: -1\n`, "x.yaml:4:8: seeds: is -1; it must be at least 1"],
    ["half a seed", `${base}seeds: 1.5\n`, "x.yaml:4:8: seeds: is 1.5; it must be a whole number or a list"],
    ["seeds in words", `${base}seeds: ten\n`, 'x.yaml:4:8: seeds: is "ten"; it must be a number or a list'],
    ["an empty list of seeds", `${base}seeds: []\n`, "x.yaml:4:8: seeds: is []; it must have at least 1 item"],
    ["a seed below 0", `${base}seeds: [1, -1]\n`, "x.yaml:4:12: seeds.1: is -1; it must be at least 0"],
    [
      "a seed that no table holds",
      `${base}seeds: [3000000000]\n`,
      "x.yaml:4:9: seeds.0: is 3000000000; it must be at most 2147483647",
    ],
    ["too many seeds", `${base}seeds: 1e7\n`, "x.yaml:4:8: seeds: is 10000000; it must be at most 1000000"],
  ])("%s", async (_, text, expected) => {
    expect(await told(text)).toEqual([expected]);
  });

  test("all mistakes of one stage are told together", async () => {
    expect(await told("environment: 5\nagents: 6\nseeds: [a, 1.5]\nsedes: 3\n")).toEqual([
      "x.yaml:1:14: environment: is 5; it must be a string or a map",
      "x.yaml:2:9: agents: is 6; it must be a string, a map or a list",
      "x.yaml:1:1: objective: is missing; it must be a string or a map",
      'x.yaml:3:9: seeds.0: is "a"; it must be a number',
      "x.yaml:3:12: seeds.1: is 1.5; it must be a whole number",
      'x.yaml:4:1: sedes: unknown key "sedes"; did you mean "seeds"?',
    ]);
  });

  test("a name of any length and kind is one short line", async () => {
    const [long] = await told(`environment: ${"x".repeat(100_000)}\n${agents}${objective}`);
    expect(long).toMatch(/^x\.yaml:1:14: environment\.id: no environment is called "x{57}…"; valid: /);
    const [lines] = await told(`environment: "a\\nb"\n${agents}${objective}`);
    expect(lines).toMatch(/^x\.yaml:1:14: environment\.id: no environment is called "a\\nb"; valid: /);
    const [unicode] = await told(`environment: 協力😀\n${agents}${objective}`);
    expect(unicode).toMatch(/^x\.yaml:1:14: environment\.id: no environment is called "協力😀"; valid: /);
  });
});

describe("mistakes in --set and --seeds", () => {
  const list = `${world}agents: [constant, random]\n${objective}`;
  const inVariant = `${base}variants: { a: { environment.horizon: 5 } }\n`;
  test.each<[string, string, Overrides, string]>([
    [
      "nothing assigned",
      base,
      { set: ["x"] },
      '"--set x" assigns nothing; write --set path=value, as in --set environment.horizon=50',
    ],
    [
      "a value",
      base,
      { set: ["environment.horizon=ten"] },
      '--set environment.horizon=ten: environment.horizon: is "ten"; it must be a number',
    ],
    [
      "the last of two",
      base,
      { set: ["environment.horizon=5", "environment.horizon=0"] },
      "--set environment.horizon=0: environment.horizon: is 0; it must be at least 1",
    ],
    [
      "a key",
      base,
      { set: ["environment.horizn=10"] },
      '--set environment.horizn=10: environment.horizn: unknown key "horizn"; did you mean "horizon"?',
    ],
    [
      "a key at the top",
      base,
      { set: ["sedes=10"] },
      '--set sedes=10: sedes: unknown key "sedes"; did you mean "seeds"?',
    ],
    ["nothing as a value", base, { set: ["seeds="] }, "--set seeds=: seeds: is null; it must be a number or a list"],
    [
      "a name",
      base,
      { set: ["reward=privat"] },
      '--set reward=privat: reward: no reward is called "privat"; did you mean "private"?',
    ],
    [
      "a deep value",
      base,
      { set: ["reward={ sum: [{ channel: payof }] }"] },
      '--set reward={ sum: [{ channel: payof }] }: reward.sum.0.channel: no channel of this world is called "payof"; did you mean "payoff"?',
    ],
    [
      "an item of no list",
      list,
      { set: ["agents.2=random"] },
      '--set agents.2=random: a list of 2 has no item "2"; items are counted from 0 to 1',
    ],
    [
      "a name in a list",
      list,
      { set: ["agents.policy=random"] },
      '--set agents.policy=random: a list of 2 has no item "policy"; items are counted from 0 to 1',
    ],
    [
      "a value in a variant",
      inVariant,
      { set: ["variants.a.environment.horizon=0"] },
      "--set variants.a.environment.horizon=0: variants.a.environment.horizon: is 0; it must be at least 1",
    ],
    [
      "a value in a grid",
      base,
      { set: ["grid.environment.horizon=[5, 0]"] },
      "--set grid.environment.horizon=[5, 0]: grid.environment.horizon.1: is 0; it must be at least 1",
    ],
    [
      "a circle",
      base,
      { set: ["reward=&x { sum: [*x] }"] },
      '--set reward=&x { sum: [*x] }: reward: no reward is called "&x { sum: [*x] }"; valid: private, integrated, cooperative, bonus/global, bonus/episodic, bonus/novelty, bonus/elliptical, bonus/distillation',
    ],
    [
      "what the file has wrong stays the file's",
      `environment: coopetition/slc\n${agents}${objective}`,
      { set: ["environment.horizon=5"] },
      'x.yaml:1:14: environment.id: no environment is called "coopetition/slc"; did you mean "coopetition/slcd"?',
    ],
    [
      "more seeds than there are",
      base,
      { seeds: 5e9 },
      "--seeds: is 5000000000; it must be a whole number from 1 to 1000000",
    ],
  ])("%s", async (_, text, overrides, expected) => {
    expect(await told(text, overrides)).toEqual([expected]);
  });
});
