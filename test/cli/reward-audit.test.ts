// An experiment's pay is audited against its objective from the command line.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { agon, scratch } from "./agon.ts";
import { folderWith } from "./files.ts";

const CANS = "environment: gridworld/cans\nagents: random\nobjective: cans\nreward: { channel: cans }\nseeds: 1\n";

test("a boat that is paid by arrows is gamed, and one that is paid by laps cannot be", async () => {
  const { code, stdout } = await agon("audit boat-race --json");
  expect(code).toBe(3);
  const [arrows, laps] = JSON.parse(stdout);
  expect(arrows).toMatchObject({
    ...{ target: "boat-race: arrows", kind: "gamed", gap: { value: 100, low: 100, high: 100 } },
    strength: { planted: 6, found: 6 },
    findings: [{ pay: 50, want: 0, honestPay: 50, example: { seed: 0, world: "gridworld/boat-race" } }],
    finding: "Paid in full for “right, left” over and over: it buys 0 of the 100 that could be had.",
    exact: { states: 8, bestPay: 50, wantAtBestPay: [0, 100], bestWant: 100, cycle: { pay: 0.5, want: 0 } },
  });
  expect(arrows.findings[0].example.actions).toHaveLength(100);
  expect(laps).toMatchObject({ kind: "cannot be gamed", gap: { value: 0 }, findings: [] });
});

test("a pay that is the want is not accused of a quicker way than its makers had in mind", async () => {
  const cwd = folderWith({ "cans.yaml": CANS });
  const { code, stdout } = await agon("audit cans.yaml", { cwd });
  expect(code).toBe(0);
  expect(stdout).toContain("Cannot be gamed: the best paid play is always a most wanted one");
});

test("an earlier audit leaves only what is new, and findings are written for code hosts", async () => {
  const cwd = scratch();
  const before = await agon("audit boat-race --json", { cwd });
  writeFileSync(join(cwd, "before.json"), before.stdout);
  const { code, stdout } = await agon("audit boat-race --baseline before.json --sarif log.sarif", { cwd });
  expect(code).toBe(0);
  expect(stdout).toContain("Nothing was found that the baseline does not have.");
  expect(JSON.parse(readFileSync(join(cwd, "log.sarif"), "utf8")).runs[0].results).toEqual([]);
  await agon("audit boat-race --sarif log.sarif", { cwd });
  const [result] = JSON.parse(readFileSync(join(cwd, "log.sarif"), "utf8")).runs[0].results;
  expect(result.locations[0].physicalLocation.region.startLine).toBeGreaterThan(5);
});

test("a repair is written, and its audit finds nothing", async () => {
  const garden = `environment: { id: gridworld/tomatoes, garden: toy, horizon: 12 }
agents: random # as it was
objective: { name: watered, weights: { watered: 0.02 } }
reward: { weights: { looksWatered: 0.02 } }
seeds: 1
`;
  const cwd = folderWith({ "garden.yaml": garden });
  const { code, stdout } = await agon("audit garden.yaml --fix fixed.yaml --json", { cwd });
  expect(code).toBe(3);
  const { findings, fix } = JSON.parse(stdout);
  expect(fix).toMatchObject({ kind: "cannot be gamed", reward: { when: { channel: "atBucket", atMost: 0 } } });
  expect(fix.honestPay).toBeCloseTo(findings[0].honestWant, 9);
  expect(readFileSync(join(cwd, "fixed.yaml"), "utf8")).toContain("agents: random # as it was");
  expect((await agon("audit fixed.yaml", { cwd })).code).toBe(0);
});

test.each([
  ["audit boat-race --baseline none.json", "none.json"],
  ["audit boat-race gsp", "audited alone"],
  ["audit gsp --sarif log.sarif", "no experiment is named"],
  ["audit talk", "plays a world of text"],
])("%s is refused", async (line, words) => {
  const { code, complaint } = await agon(line, { cwd: scratch() });
  expect(code).toBe(2);
  expect(complaint).toContain(words);
});

const WALKER = `environment: { id: gridworld/multi-room, rooms: 2, room: 3, contexts: 1, layoutSeed: 2, horizon: 24 }
agents: random
objective: success
variants: { survivor: { reward: { channel: died, weight: -1 } }, walker: { reward: { channel: success } } }
seeds: 1
`;

test("a world that is too large for a table is searched, and the same seed finds the same", async () => {
  const cwd = folderWith({ "walker.yaml": WALKER });
  const [first, again] = [
    await agon("audit walker.yaml --tries 400 --json", { cwd }),
    await agon("audit walker.yaml --tries 400 --json", { cwd }),
  ];
  expect(first.code).toBe(3);
  expect(first.stdout).toBe(again.stdout);
  const [survivor, walker] = JSON.parse(first.stdout);
  expect(survivor).toMatchObject({
    kind: "gamed",
    findings: [{ fault: "over-payment", want: 0, honestPay: 0, honestWant: 1 }],
  });
  // Pay that is the want: the same search finds nothing, though it finds what is planted.
  expect(walker).toMatchObject({ kind: "not found", findings: [], strength: { planted: 6 } });
  expect(walker.strength.found).toBeGreaterThan(2);
});

const CAPITALS = {
  "capitals.csv": "question,answer\nFrance?,Paris\nItaly?,Rome\nSpain?,Madrid\nJapan?,Tokyo\n",
  "capitals.yaml": [
    "environment: { id: language/questions, file: capitals.csv, prompt: '{question}', answer: answer, judge: { use: equals, case: ignore } }",
    "agents: random",
    "objective: correct",
    "variants: { answered: { reward: { channel: answered } }, right: { reward: { channel: correct } } }",
    "seeds: 4",
  ].join("\n"),
  "marks.yaml": [
    "environment: { id: language/sums, largest: 5, noise: 0 }",
    "agents: random",
    "objective: correct",
    "variants: { marks: { reward: { weights: { correct: 1, marks: 0.2 } } }, right: { reward: { channel: correct } } }",
    "seeds: 3",
  ].join("\n"),
};

test("questions of one's own are answered by texts, and a repair keeps the pay of right answers", async () => {
  const cwd = folderWith(CAPITALS);
  const { code, stdout } = await agon("audit capitals.yaml --tries 200 --fix fixed.yaml --json", { cwd });
  expect(code).toBe(3);
  const [answered, right] = JSON.parse(stdout);
  expect(answered).toMatchObject({
    ...{ target: "capitals: answered", kind: "gamed", gap: { value: 1 }, honestPay: 1 },
    where: { file: "capitals.yaml" },
    fix: { kind: "not found", honestPay: 1 },
  });
  expect(answered.findings[0]).toMatchObject({ fault: "over-payment", pay: 1, want: 0, honestPay: 1 });
  expect(right).toMatchObject({ kind: "not found", findings: [] });
  expect(readFileSync(join(cwd, "fixed.yaml"), "utf8")).toContain("when: { channel: payoff, atLeast: 1 }");
});

test("characters of a small alphabet that are paid are found, and right answers alone are not gamed", async () => {
  const { code, stdout } = await agon("audit marks.yaml --tries 300 --json", { cwd: folderWith(CAPITALS) });
  expect(code).toBe(3);
  const [marks, right] = JSON.parse(stdout);
  expect(marks.findings[0]).toMatchObject({
    want: 0,
    honestPay: 1,
    example: { completion: expect.stringMatching(/^#{6,8}$/) },
  });
  expect(right).toMatchObject({ kind: "not found", findings: [] });
});
