// What a judge is shown of an episode, in worlds with a picture, with a text, and with neither.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parseExperiment } from "../experiment/experiment.ts";
import { runExperiment } from "../run/run.ts";
import { episodeReplay } from "../view/episode-replay.ts";
import { blindReplay } from "./blind-replay.ts";

const VARIANTS = ["first-variant", "second-variant"];

test.each([
  ["control/cart-pole", "picture"],
  ["language/sort", "text"],
  ["recorded/episodes", "channels"],
] as const)("%s shows its %s, and nothing of whose it is or what was paid", async (world, shown) => {
  const folder = mkdtempSync(join(tmpdir(), "agon-blind-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const text = `
environment: ${world}
agents: random
objective: { channel: payoff }
variants: { ${VARIANTS[0]}: { reward: private }, ${VARIANTS[1]}: { reward: { channel: payoff } } }
seeds: 1
`;
  const experiment = await parseExperiment(text, join(folder, "e.yaml"));
  const { store, run } = await runExperiment(experiment, { store: join(folder, ".agon"), workers: 1 });
  const place = { variant: VARIANTS[0], seed: 0, episode: 0 };
  const blind = await blindReplay({ store, run, place, from: 0, side: "right" });
  const open = await episodeReplay(store, run, place);
  expect(blind).toMatchObject({ variant: "right", seed: 0, episode: 0, asked: null, steps: open.steps });
  expect([blind.actions, blind.scenes, blind.text]).toEqual([open.actions, open.scenes, open.text]);
  for (const name of [...VARIANTS, '"random"']) {
    expect(JSON.stringify(open)).toContain(name === VARIANTS[1] ? VARIANTS[0] : name);
    expect(JSON.stringify(blind)).not.toContain(name);
  }
  const names = blind.measures.map(({ name }) => name);
  expect(open.measures.map(({ name }) => name)).toEqual(expect.arrayContaining(["pay", "objective"]));
  if (shown === "channels") expect(names).toEqual(["payoff", "followed", "actions", "observations"]);
  else expect([names, blind.scenes !== null, blind.text !== null]).toEqual([[], shown === "picture", shown === "text"]);
  const gone = { store, run, place: { ...place, seed: 7 }, from: 0, side: "left" } as const;
  await expect(blindReplay(gone)).rejects.toThrow(/^this episode cannot be shown; vote that you cannot tell/);
});
