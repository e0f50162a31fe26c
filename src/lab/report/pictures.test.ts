// What agents drew, as a report has it: pictures with pay and objective, their ways from noise, and points of the plane.

import { dirname } from "node:path";
import { expect, test } from "vitest";
import { ran } from "../../../test/fixtures/ran.ts";
import { cellKeys } from "../store/keys.ts";
import { picturesOf } from "./pictures.ts";

const TINY = "width: 8, blocks: 1, gradientSteps: 2, demonstrations: 20, batch: 8, drawSteps: 4";

async function drawn(yaml: string) {
  const { experiment, folder, database } = await ran(yaml);
  const keys = await cellKeys(experiment);
  const all = experiment.variants.map(({ name, setting }, k) =>
    picturesOf(database, { store: dirname(folder), key: keys[k], variant: name, episodes: 4 }, setting, [0]),
  );
  return Promise.all(all);
}

test("pictures of a flow have their ways from noise, and a guided one what guidance moves", async () => {
  const [plain, guided, painted] = await drawn(`environment: pictures/sprites
stages: { base: { agents: { policy: flow-matching, ${TINY} }, reward: { channel: right } } }
agents: { policy: guided-flow, from: base, width: 8, blocks: 1, drawSteps: 4, tries: 2, guidance: { by: exact, kappa: 1 } }
reward: { channel: closeness }
objective: right
variants:
  plain: { agents: { policy: trained, stage: base } }
  guided: {}
  painted: { agents: { policy: oracle, name: painter } }
seeds: 1
episodes: 4
`);
  for (const { pictures = [] } of [plain, guided]) {
    expect(pictures.map(({ path = [] }) => path.length)).toEqual([5, 5, 5, 0]);
    for (const { path = [], png } of pictures.slice(0, 3)) {
      expect(path.map(({ time }) => time)).toEqual([1, 0.75, 0.5, 0.25, 0]);
      // It ends in what was drawn, and begins elsewhere.
      expect(path[4].png).toBe(png);
      expect(path[0].png).not.toBe(png);
    }
  }
  expect(plain.pictures?.[0].path?.some(({ push }) => push !== undefined)).toBe(false);
  expect(guided.pictures?.[0].path?.map(({ push }) => push !== undefined)).toEqual([true, true, true, false, false]);
  expect(painted.pictures?.map(({ objective, path }) => [objective, path])).toEqual(new Array(4).fill([1, undefined]));
  expect(painted.pictures?.map(({ title }) => title)).toEqual(plain.pictures?.map(({ title }) => title));
});

test("points of the plane are gathered by caption, with their ways", async () => {
  const [{ planes = [], pictures }] = await drawn(`environment: pictures/points
agents: { policy: flow-matching, ${TINY} }
reward: { channel: right }
objective: right
seeds: 1
episodes: 4
`);
  expect(pictures).toBeUndefined();
  expect(planes.map(({ title }) => title)).toEqual([...planes.map(({ title }) => title)].sort());
  expect(planes.flatMap(({ points }) => points)).toHaveLength(4);
  for (const { points, paths, scene } of planes) {
    expect(scene.shapes.length).toBeGreaterThan(16);
    expect(paths).toHaveLength(points.length);
    for (const [k, { states }] of paths.entries()) expect(states[4]).toEqual(points[k]);
  }
});
