// Every number that a page of learners, text methods and callbacks allows, at both of its ends, in a training that is as short as the others
// let it be: it ends, goes on for a while, or is refused by a sentence. It takes hours, and is no part of the suite.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import type { BoundEntry } from "../../src/core/registry.ts";
import { algorithmsAtHand, textPartsAtHand } from "../../src/lab/experiment/algorithms.ts";
import { grouped } from "../../src/lab/manual/entries.ts";
import { snippetsIn } from "../../src/lab/manual/snippets.ts";
import { madeWorlds } from "../../src/lab/manual/worlds.ts";
import { root } from "../cli/agon.ts";
import { folderWith } from "../cli/files.ts";
import { limitsOf, withValue } from "../fixtures/limits.ts";
import { attacks } from "./length.ts";

/** What is looked at of a training that goes on, seconds of a processor. */
const PATIENCE = 6;
const SHORT = { steps: 400, updates: 1, rounds: 1 };

const texts = await textPartsAtHand();
const parts = {
  algorithm: (await algorithmsAtHand(texts)).entries(),
  method: texts.methods.entries(),
  callback: texts.callbacks.entries(),
};
const snippets = snippetsIn(await madeWorlds());

/** Where the parameters of a part stand in the agents of an experiment. */
const PLACES = { algorithm: [], method: ["method"], callback: ["with"] } as const;

async function written(kind: keyof typeof parts, entry: BoundEntry<unknown>) {
  const { agents, ...rest } = parse(await snippets[kind](entry));
  const own = typeof agents === "string" ? { policy: agents } : agents;
  const budget = Object.entries(SHORT).filter(([name]) => own[name] !== undefined);
  return { ...rest, variants: undefined, seeds: 1, agents: { ...own, ...Object.fromEntries(budget) } };
}

const cases = (Object.keys(parts) as (keyof typeof parts)[]).flatMap((kind) =>
  grouped<unknown>(parts[kind]).flatMap(({ base }) =>
    limitsOf(base.parameters).map(({ path, value }) => ({
      kind,
      base,
      path,
      value,
      name: `${base.id} ${path.join(".")}`,
    })),
  ),
);

test.each(cases.slice(0, attacks(0, cases.length)))("$kind $name = $value", async ({ kind, base, path, value }) => {
  const experiment = await written(kind, base);
  const [place] = PLACES[kind];
  const { agents } = experiment;
  const given = place === "with" ? agents.with[0] : place === undefined ? agents : agents[place];
  const part = withValue(typeof given === "string" ? { use: given } : given, path, value);
  const changed = place === undefined ? part : { ...agents, [place]: place === "with" ? [part] : part };
  const cwd = folderWith({ "x.yaml": stringify({ ...experiment, agents: changed }) });
  const limited = `ulimit -t ${PATIENCE} && exec node ${join(root, "dist/cli/main.js")} run x.yaml --json`;
  const { status, signal, stdout, stderr } = spawnSync("bash", ["-c", limited], { cwd, encoding: "utf8" });
  if (signal !== null) return expect(["SIGXCPU", "SIGKILL"]).toContain(signal);
  expect([0, 2], stderr).toContain(status);
  if (status === 2) expect(stderr).toMatch(/agon: \S.*\p{L}/u);
  else expect(stdout).not.toMatch(/:(NaN|-?Infinity)/);
});

test("numbers of learners have ends", () => {
  expect(cases.length).toBeGreaterThan(600);
});
