// Names and keys of earlier versions: their current form, the notice to the user, and the position of mistakes within them.

import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { type MessageCase, words } from "../../../test/fixtures/words.ts";
import { parseExperiment } from "./experiment.ts";
import { renewedAgents } from "./old-names.ts";

// Keys of other policies are unchanged, and so is a value that is no agent.
const RENEWED = `
nft → negative-aware
{ Sony: barfi, others: random } → { Sony: behavior-alignment, others: random }
[hdpo, { policy: dcpo }] → [metacognitive-tools, { policy: shopping-agent }]
{ policy: turn-group, informationGain: { weight: 1 } } → { policy: turn-group-policy, method: { use: turn-group-policy, weight: 1 } }
{ policy: grpo, updates: 3, negativeAware: {} } → { policy: grpo, updates: 3, method: { use: negative-aware } }
{ policy: grpo, callMatching: { by: any } } → { policy: grpo, method: { use: matchtir, by: any } }
{ policy: grpo, contrast: {} } → { policy: grpo, method: { use: shopping-agent } }
{ policy: grpo, parts: [{ weight: 2 }] } → { policy: grpo, method: { use: separate-advantages, terms: [{ weight: 2 }] } }
{ policy: grpo, recycling: {}, effectiveRank: true, secondQuery: { weight: 1 }, verifier: { rate: 0 }, curation: { keep: 1 }, rankShaping: {} } → { policy: grpo, with: [{ use: verl-rank }, { use: rejection-sampling, keep: 1 }, { use: cooper, rate: 0 }, { use: revisor, weight: 1 }, { use: effective-rank }, { use: spark }] }
{ policy: grpo, effectiveRank: false } → { policy: grpo }
{ policy: grpo, with: [spark], effectiveRank: true } → { policy: grpo, with: [spark, { use: effective-rank }] }
{ policy: matchtir, warmUp: { steps: 1 } } → { policy: matchtir, sft: { steps: 1 } }
{ policy: ./own.ts, verifier: {}, warmUp: 3 } → { policy: ./own.ts, verifier: {}, warmUp: 3 }
7 → 7
`;

describe("old names", () => {
  test.each(RENEWED.trim().split("\n"))("%s", (row) => {
    const [before, now] = row.split(" → ").map((text): unknown => parse(text));
    expect(renewedAgents(before).agents).toEqual(now);
    expect(renewedAgents(now)).toMatchObject({ agents: now, used: [] });
  });

  test("two methods together are rejected", () => {
    const both = (agents: object) => () => renewedAgents({ policy: "grpo", ...agents });
    expect(both({ negativeAware: {}, parts: [{}] })).toThrow("negativeAware and parts are two methods of learning");
    expect(both({ method: "matchtir", contrast: {} })).toThrow("method and contrast are two methods of learning");
  });
});

const head = "environment: { id: language/sort, digits: 2 }\nobjective: correct\n";

describe("an experiment with old names", () => {
  test("equals the one with new names, and gives one notice", async () => {
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

  const mistakes = {
    "a parameter of a method": "agents:\n  policy: nft\n  negativeAware: { flor: 1 }\n",
    "a method that is no map": "agents:\n  policy: grpo\n  contrast: 3\n",
    "a part among parts": "agents:\n  policy: grpo\n  parts:\n    - {}\n    - { weight: -1 }\n",
    "a callback": "agents:\n  policy: grpo\n  recycling: {}\n  verifier:\n    labels: { channel: corect }\n",
    "the imitation": "agents:\n  policy: grpo\n  warmUp: { from: demonstrater }\n",
    "a variant": "agents: { policy: grpo, curation: {} }\nvariants:\n  few: { agents.curation.keep: 0 }\n",
    "two methods": "agents: { policy: grpo, negativeAware: {} }\nvariants:\n  both:\n    agents.parts: [{}]\n",
  };
  words("old-names", [
    ...Object.entries(mistakes).map(
      ([name, agents]): MessageCase => [name, () => parseExperiment(head + agents, "x.yaml")],
    ),
    [
      "the command line",
      () => parseExperiment(`${head}agents: grpo\n`, "x.yaml", { set: ["agents.verifier.weight=-1"] }),
    ],
  ]);
});

describe("an experiment with a method and callbacks", () => {
  const grpo = {
    "a method's name": "\n  method: negative-awar",
    "a method's parameter": "\n  method:\n    use: negative-aware\n    floor: 3",
    "a callback's name": "\n  with:\n    - spark\n    - { use: cooperr }",
    "a callback without a name": "\n  with: [{ weight: 1 }]",
    "a callback's demand": "\n  tries: 2\n  with: [effective-rank]",
    "a size of the model": "\n  model: { width: 5, heads: 3 }",
  };
  const reading = (agents: string) => parseExperiment(`${head}agents:\n  policy: ${agents}\n`, "x.yaml");
  words("methods", [
    ...Object.entries(grpo).map(([name, text]): MessageCase => [name, () => reading(`grpo${text}`)]),
    ["two payers", () => reading("matchtir\n  with: [cooper]")],
  ]);

  test("a missing file of a method", () =>
    expect(reading("grpo\n  method: ./none.ts")).rejects.toThrow(
      `x.yaml:5:11: agents.method: there is no file ${process.cwd()}/none.ts; paths start from the experiment's folder`,
    ));
});
