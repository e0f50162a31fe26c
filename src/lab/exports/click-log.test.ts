// Logs of clicks of a run: what `agon clicks` finds in them is what the world has.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Ran, ran } from "../../../test/fixtures/ran.ts";
import { clickFigures } from "../clicks/click-figures.ts";
import { exportRun } from "./export.ts";

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "agon-click-log-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function exported(text: string) {
  const { folder }: Ran = await ran(text);
  const out = scratch();
  const { cells } = await exportRun(folder, { format: "clicks", out });
  return { folder, out, cells };
}

const ATTENTION = [0.9, 0.5, 0.7, 0.3];
const PAGES = `
environment: { id: recommender/page, candidates: 4, attention: [${ATTENTION.join(", ")}], loss: 0, blur: 1 }
agents: { policy: oracle, name: logged }
objective: clicks
reward: { channel: clicks }
variants: { logged: {}, by score: { agents.name: ranking } }
seeds: 4
episodes: 1000
`;

test("of pages: effects of positions are the attention, and the value of ranking by score is what that ranking earns", async () => {
  const { cells } = await exported(PAGES);
  expect(cells.map(({ variant, seed }) => [variant, seed])).toEqual(
    ["logged", "by score"].flatMap((variant) => [0, 1, 2, 3].map((seed) => [variant, seed])),
  );
  const files = [cells[0].file, cells[4].file];
  const logged = await clickFigures({ file: files[0] });
  expect([logged.pages, logged.shown]).toEqual([4000, 16_000]);
  for (const [k, { effect }] of logged.positions.entries()) {
    if (k === 0) continue;
    expect(effect.low, `${k + 1}`).toBeLessThan(ATTENTION[k] / ATTENTION[0]);
    expect(effect.high, `${k + 1}`).toBeGreaterThan(ATTENTION[k] / ATTENTION[0]);
  }
  // Each candidate has a score, so that the log names another ranking by itself.
  const truth = await clickFigures({ file: files[1] });
  const value = logged.ranking?.ips;
  const earned = truth.clicks / truth.pages;
  expect(value?.mean).toBeCloseTo(earned, 1);
  expect(value?.low).toBeLessThan(earned);
  expect(value?.high).toBeGreaterThan(earned);
});

test("of lists that users clicked: each page is a list with one click, and names tell versions of an item apart", async () => {
  const { cells } = await exported(`
environment: { id: recommender/two-sources, users: 8, heldOut: 3, items: 12, topics: 3 }
agents: random
objective: payoff
seeds: 1
`);
  const [header, ...rows] = readFileSync(cells[0].file, "utf8").trimEnd().split("\n");
  expect(header).toBe("page,item,position,click,source");
  const pages = new Map<string, string[][]>();
  for (const row of rows) {
    const fields = row.split(",");
    pages.set(fields[0], [...(pages.get(fields[0]) ?? []), fields]);
    expect(fields[1]).toMatch(new RegExp(`^\\d+ ${fields[4]}$`));
  }
  // Three rounds of the four users of a half; held-out users are shown nothing.
  expect(pages.size).toBe(12);
  for (const [page, own] of pages) {
    const places = own.map(([, , position]) => Number(position)).sort((a, b) => a - b);
    expect(places, page).toEqual(places.map((_, k) => k + 1));
    expect(
      own.filter(([, , , click]) => click === "1"),
      page,
    ).toHaveLength(1);
  }
});

test("a run without steps, and a world without lists", async () => {
  const short = PAGES.replace("seeds: 4\nepisodes: 1000", "seeds: 1");
  await expect(exported(`${short}record: episodes\n`)).rejects.toThrow(
    /kept no steps, so that its lists cannot be shown again; say `record: steps`/,
  );
  await expect(exported("environment: commons/pool\nagents: random\nobjective: payoff\nseeds: 1\n")).rejects.toThrow(
    "the world commons/pool shows no lists that could be clicked; recommender/page and recommender/two-sources do",
  );
});
