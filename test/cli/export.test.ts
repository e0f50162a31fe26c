// `agon export`: files for other programs' dashboards, and what to do with them.

import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { agon, contents, scratch } from "./agon.ts";
import { refusedCommands } from "./mistakes.ts";

const EXPERIMENT = `
environment: { id: coopetition/trust-dilemma, horizon: 5 }
agents: tit-for-tat
objective: trust
variants: { private: { reward: private }, shared: { reward: cooperative } }
seeds: 2
`;

test("a run is exported for each program, and never over what is there unless that is asked for", async () => {
  const cwd = scratch();
  writeFileSync(join(cwd, "e.yaml"), EXPERIMENT);
  expect((await agon("run e.yaml --json", { cwd })).code).toBe(0);

  const events = await agon("export latest --format tensorboard --out runs", { cwd });
  expect([events.code, events.stderr]).toEqual([0, ""]);
  expect(events.stdout).toMatch(/^e-[0-9a-f]{8}: 4 cells\nlook at them: tensorboard --logdir runs\n$/);
  const before = contents(join(cwd, "runs"));
  expect(Object.keys(before)).toHaveLength(4);

  const again = await agon("export latest --format tensorboard --out runs", { cwd });
  expect([again.code, again.stdout]).toEqual([2, ""]);
  expect(again.complaint).toMatch(/seed-0\/events.out.tfevents.agon is there already; --overwrite writes over it/);
  const over = await agon("export e --format tensorboard --out runs --overwrite", { cwd });
  expect([over.code, contents(join(cwd, "runs"))]).toEqual([0, before]);

  const offline = await agon("export latest --format wandb --out w --no-steps --json", { cwd });
  const report = JSON.parse(offline.stdout);
  expect(report).toMatchObject({ format: "wandb", planned: 4, cells: [{ variant: "private", seed: 0 }, {}, {}, {}] });
  for (const { file } of report.cells) expect(existsSync(file), file).toBe(true);
});

refusedCommands(
  "agon-export",
  `
  export latest --format csv --out x
  export latest --out x
  export latest --format wandb
  export latest --format wandb --out x
  `,
);
