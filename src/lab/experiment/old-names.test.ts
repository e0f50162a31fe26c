// Names and keys of earlier versions: what each stands for now, that a person is told once, and that a mistake within is told at the
// place where it was written.

import { describe, expect, test } from "vitest";
import { sentence, UserError } from "../../core/errors.ts";
import { type Overrides, parseExperiment } from "./experiment.ts";
import { renewedAgents } from "./old-names.ts";

describe("old names", () => {
  test.each<[string, unknown, unknown]>([
    ["a policy alone", "nft", "negative-aware"],
    ["a policy by seat", { Sony: "barfi", others: "random" }, { Sony: "behavior-alignment", others: "random" }],
    ["policies in a list", ["hdpo", { policy: "dcpo" }], ["metacognitive-tools", { policy: "shopping-agent" }]],
    [
      "a preset's method",
      { policy: "turn-group", informationGain: { weight: 1 } },
      { policy: "turn-group-policy", method: { use: "turn-group-policy", weight: 1 } },
    ],
    [
      "a method of grpo",
      { policy: "grpo", updates: 3, negativeAware: {} },
      { policy: "grpo", updates: 3, method: { use: "negative-aware" } },
    ],
    [
      "calls",
      { policy: "grpo", callMatching: { by: "any" } },
      { policy: "grpo", method: { use: "matchtir", by: "any" } },
    ],
    ["half of the answers", { policy: "grpo", contrast: {} }, { policy: "grpo", method: { use: "shopping-agent" } }],
    [
      "parts",
      { policy: "grpo", parts: [{ weight: 2 }] },
      { policy: "grpo", method: { use: "separate-advantages", terms: [{ weight: 2 }] } },
    ],
    [
      "all that goes along, in its order",
      {
        policy: "grpo",
        recycling: {},
        effectiveRank: true,
        secondQuery: { weight: 1 },
        verifier: { rate: 0 },
        curation: { keep: 1 },
        rankShaping: {},
      },
      {
        policy: "grpo",
        with: [
          { use: "verl-rank" },
          { use: "rejection-sampling", keep: 1 },
          { use: "cooper", rate: 0 },
          { use: "revisor", weight: 1 },
          { use: "effective-rank" },
          { use: "spark" },
        ],
      },
    ],
    ["what does not go along", { policy: "grpo", effectiveRank: false }, { policy: "grpo" }],
    [
      "beside what does",
      { policy: "grpo", with: ["spark"], effectiveRank: true },
      { policy: "grpo", with: ["spark", { use: "effective-rank" }] },
    ],
    ["the imitation", { policy: "dual-play", warmUp: { steps: 1 } }, { policy: "dual-play", sft: { steps: 1 } }],
    [
      "keys of other policies",
      { policy: "./own.ts", verifier: {}, warmUp: 3 },
      { policy: "./own.ts", verifier: {}, warmUp: 3 },
    ],
    ["what is no agent at all", 7, 7],
  ])("%s", (_, before, now) => {
    expect(renewedAgents(before).agents).toEqual(now);
    expect(renewedAgents(now)).toMatchObject({ agents: now, used: [] });
  });

  test("two methods at once are refused", () => {
    const both = (agents: object) => () => renewedAgents({ policy: "grpo", ...agents });
    expect(both({ negativeAware: {}, parts: [{}] })).toThrow("negativeAware and parts are two methods of learning");
    expect(both({ method: "matchtir", contrast: {} })).toThrow("method and contrast are two methods of learning");
  });
});

const head = "environment: { id: language/sort, digits: 2 }\nobjective: correct\n";

async function told(agents: string, overrides: Overrides = {}): Promise<string[]> {
  try {
    await parseExperiment(`${head}${agents}`, "x.yaml", overrides);
  } catch (error) {
    if (error instanceof UserError) return error.problems.map(sentence);
    throw error;
  }
  return [];
}

describe("an experiment with old names", () => {
  test("is the one with new names, and says them once", async () => {
    const notices: string[] = [];
    const old = "agents: { policy: nft, negativeAware: { floor: 0.5 }, verifier: { rate: 0 }, warmUp: { steps: 5 } }\n";
    const now =
      "agents: { policy: negative-aware, method: { use: negative-aware, floor: 0.5 }, with: [{ use: cooper, rate: 0 }], sft: { steps: 5 }, tries: 1 }\n";
    const grid = "grid: { agents.tries: [1], agents.verifier.rate: [0, 0.1] }\n";
    const [before, after] = await Promise.all([
      parseExperiment(`${head}${old}${grid}`, "x.yaml", { onNotice: (text) => notices.push(text) }),
      parseExperiment(`${head}${now}`, "x.yaml", { onNotice: (text) => notices.push(text) }),
    ]);
    expect(before.variants[0].description).toEqual(after.variants[0].description);
    expect(before.variants[1].description.agents).toMatchObject({ with: [{ use: "cooper", rate: 0.1 }] });
    expect(notices).toEqual([
      "x.yaml: old names, which version 0.2.0 no longer takes: policy: nft is now policy: negative-aware; negativeAware: is now method: { use: negative-aware }; warmUp: is now sft:; verifier: is now with: [{ use: cooper }]",
    ]);
  });

  test.each<[string, string, string]>([
    [
      "a parameter of a method",
      "agents:\n  policy: nft\n  negativeAware: { flor: 1 }\n",
      'x.yaml:5:20: agents.negativeAware.flor: unknown key "flor"; did you mean "floor"?',
    ],
    [
      "a method that is no map",
      "agents:\n  policy: grpo\n  contrast: 3\n",
      "x.yaml:5:13: agents.contrast: is 3; it must be a string or a map",
    ],
    [
      "a part among parts",
      "agents:\n  policy: grpo\n  parts:\n    - {}\n    - { weight: -1 }\n",
      "x.yaml:7:17: agents.parts.1.weight: is -1; it must be at least 0",
    ],
    [
      "a callback",
      "agents:\n  policy: grpo\n  recycling: {}\n  verifier:\n    labels: { channel: corect }\n",
      'x.yaml:7:24: agents.verifier.labels.channel: no channel of this world is called "corect"; did you mean "correct"?',
    ],
    [
      "the imitation",
      "agents:\n  policy: grpo\n  warmUp: { from: demonstrater }\n",
      'x.yaml:5:19: agents.warmUp.from: no oracle of this world is called "demonstrater"; did you mean "demonstrator"?',
    ],
    [
      "a variant",
      "agents: { policy: grpo, curation: {} }\nvariants:\n  few: { agents.curation.keep: 0 }\n",
      "x.yaml:5:32: variants.few.agents.curation.keep: is 0; it must be at least 1",
    ],
    [
      "two methods",
      "agents: { policy: grpo, negativeAware: {} }\nvariants:\n  both:\n    agents.parts: [{}]\n",
      "x.yaml:6:19: variants.both.agents.parts: negativeAware and parts are two methods of learning; leave one of them out",
    ],
  ])("tells a mistake in %s where it is", async (_, agents, sentences) => {
    expect(await told(agents)).toEqual([sentences]);
  });

  test("tells a mistake of the command line with its flag", async () => {
    expect(await told("agents: grpo\n", { set: ["agents.verifier.weight=-1"] })).toEqual([
      "--set agents.verifier.weight=-1: agents.verifier.weight: is -1; it must be at least 0",
    ]);
  });
});

describe("an experiment with a method and callbacks", () => {
  test.each<[string, string, string]>([
    [
      "a method's name",
      "agents:\n  policy: grpo\n  method: negative-awar\n",
      'x.yaml:5:11: agents.method: no text method is called "negative-awar"; did you mean "negative-aware"?',
    ],
    [
      "a method's parameter",
      "agents:\n  policy: grpo\n  method:\n    use: negative-aware\n    floor: 3\n",
      "x.yaml:7:12: agents.method.floor: is 3; it must be at most 1",
    ],
    [
      "a callback's name",
      "agents:\n  policy: grpo\n  with:\n    - spark\n    - { use: cooperr }\n",
      'x.yaml:7:14: agents.with.1.use: no callback is called "cooperr"; did you mean "cooper"?',
    ],
    [
      "a callback without a name",
      "agents:\n  policy: grpo\n  with: [{ weight: 1 }]\n",
      "x.yaml:5:10: agents.with.0.use: is missing; it must be a string",
    ],
    [
      "a callback's demand",
      "agents:\n  policy: grpo\n  tries: 2\n  with: [effective-rank]\n",
      "x.yaml:5:10: agents.tries: what hidden states answers had is not kept while others are written in their place; effective-rank takes answers as they come, with tries: 1",
    ],
    [
      "two payers",
      "agents:\n  policy: matchtir\n  with: [cooper]\n",
      "x.yaml:5:10: agents.with.0: matchtir says by itself what an answer is paid, and so does cooper; leave one of them out",
    ],
    [
      "a method's file",
      "agents:\n  policy: grpo\n  method: ./none.ts\n",
      `x.yaml:5:11: agents.method: there is no file ${process.cwd()}/none.ts; paths start from the experiment's folder`,
    ],
    [
      "a size of the model",
      "agents:\n  policy: grpo\n  model: { width: 5, heads: 3 }\n",
      "x.yaml:5:29: agents.model.heads: a width of 5 cannot be shared among 3 heads; choose a divisor of the width",
    ],
  ])("tells a mistake in %s where it is", async (_, agents, sentences) => {
    expect(await told(agents)).toEqual([sentences]);
  });
});
