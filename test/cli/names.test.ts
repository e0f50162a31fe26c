// What has a name can be listed, shown and checked.

import { expect, test } from "vitest";
import { declared } from "../../src/cli/commands.ts";
import { gathered, KINDS } from "../../src/lab/experiment/listing.ts";
import { agon, documentOf, root, scratch } from "./agon.ts";
import { folderWith } from "./files.ts";

test("help texts are those of a file: six headings, and every command with its options and an example", async () => {
  const texts: string[] = [];
  for (const name of ["", ...declared.keys()]) {
    const { code, stdout } = await agon([...(name === "" ? [] : name.split(" ")), "--help"]);
    expect(code, name).toBe(0);
    if (name !== "") expect(stdout).toMatch(/Example:\n {2}.*agon /);
    texts.push(stdout);
  }
  await expect(texts.join("\n\n")).toMatchFileSnapshot("help.txt");
});

const OTHER_WORDS = {
  environments: "worlds environment",
  agents: "policies policy",
  algorithms: "learners",
  rewards: "pay",
  rules: "mechanisms",
  studies: "systems Study",
  feedback: "sources",
  examples: "templates",
};
test.each(Object.entries(OTHER_WORDS))("agon list %s has other words: %s", async (kind, words) => {
  const meant = await documentOf(`list ${kind}`);
  expect(meant.length).toBeGreaterThan(3);
  for (const word of words.split(" ")) expect(await documentOf(`list ${word}`), word).toEqual(meant);
});

test("lists give id and summary", async () => {
  const idsOf = async (kind: string): Promise<string[]> =>
    (await documentOf(`list ${kind}`)).map(({ id }: { id: string }) => id);
  const [first] = await documentOf("list environments");
  expect(first).toEqual({ id: "coopetition/trust-dilemma", summary: expect.any(String) });
  expect((await idsOf("environments")).filter((id) => id.startsWith("coopetition/"))).toHaveLength(21);
  for (const [kind, known] of Object.entries({
    studies: "interdependence trust loyalty reciprocity gym".replace(/\w+/g, "coopetition-$&"),
    algorithms: "ppo a2c reinforce dqn sac ippo mappo fcp",
    callbacks: "effective-rank",
  }))
    expect(await idsOf(kind)).toEqual(expect.arrayContaining(known.split(" ")));
  const all = (await agon("list")).stdout;
  for (const id of ["coopetition/apache-project", "tit-for-tat", "cooperative", "coopetition-gym"])
    expect(all).toContain(id);
});

test("lists are of those that have all words, of one kind or of any", async () => {
  const markets = await documentOf("list environments auction budgets");
  expect(markets.length).toBeGreaterThan(0);
  for (const { id, summary } of markets) {
    for (const word of ["auction", "budgets"]) expect(`${id} ${summary}`.toLowerCase()).toContain(word);
  }
  const kinds = (await documentOf("list price")).map(({ kind }: { kind: string }) => kind);
  expect(new Set(kinds).size).toBeGreaterThan(1);
  expect((await documentOf("list examples auction")).length).toBeGreaterThan(0);
  expect(await documentOf("list environments auction zebra")).toEqual([]);
});

test("a build lists what its modules say", async () => {
  const all = await gathered();
  const listed = await documentOf("list");
  expect(listed).toEqual(KINDS.flatMap((kind) => all[kind].map((entry) => ({ ...entry, kind }))));
});

test("show tells parameters, channels with units, spaces and source", async () => {
  const shown = await documentOf("show coopetition/slcd");
  expect(shown).toMatchObject({
    kind: "environment",
    horizon: 100,
    agents: [
      { id: "agent_0", label: "Samsung" },
      { id: "agent_1", label: "Sony" },
    ],
    action: { low: [0, 0], high: [100, 100] },
  });
  expect(shown.channels[3]).toMatchObject({ name: "payoff", unit: "value", over: "sum" });
  expect(shown.parameters.properties.horizon).toMatchObject({ default: 100 });
  expect(shown.source).toContain("2510.18802");
  const text = (await agon("show coopetition/slcd")).stdout;
  for (const part of ["Samsung", "horizon", "trust.initial", "payoff", "value"]) expect(text).toContain(part);
  const { kind, brings } = await documentOf("show negative-aware");
  expect([kind, ...brings.map((part: { kind: string }) => part.kind)]).toEqual(["study", "algorithm", "text-method"]);
  expect(brings[1].parameters.properties.floor).toMatchObject({ default: 1, maximum: 1 });
  const agent = await documentOf("show constant");
  expect(agent).toMatchObject({ kind: "agent" });
  expect(await documentOf("show ./examples/fishery/fishery.ts")).toMatchObject({ kind: "environment", horizon: 60 });
});

test("check runs the laws on worlds, rewards and agents, a user's own too", async () => {
  for (const args of [
    "coopetition/gift-exchange",
    "./examples/fishery/fishery.ts --set boats=2",
    "./examples/fishery/levy.ts --environment ./examples/fishery/fishery.ts",
    "tit-for-tat",
    "integrated",
  ]) {
    const { pass, laws } = await documentOf(`check ${args}`);
    expect([pass, laws.length > 3], args).toEqual([true, true]);
  }
  const broken = await agon("check ./test/fixtures/broken-world.ts");
  expect(broken.code).toBe(2);
  expect(broken.stdout).toContain("✗ a clone goes on as the original would");
  expect(broken.stdout).toMatch(/breaks \d+ of \d+ laws/);
});

test("a reward whose world nothing names is checked in one that may not fit, and that is said", async () => {
  const make = "() => () => { throw new Error('no such channel'); }";
  const odd = `import { defineReward } from "agonlab"; export default defineReward({ summary: "odd", make: ${make} });`;
  const { code, stdout } = await agon("check odd.js", { cwd: folderWith({ "odd.js": odd }) });
  expect(code).toBe(2);
  expect(stdout).toContain(`laws in coopetition/slcd
another world may fit: --environment NAME or ./FILE; of the shipped ones none does
`);
});

test("a study prints claimed beside measured, and studies keeps it", async () => {
  const store = scratch();
  const study = await documentOf(`study coopetition-trust --store ${store}/s`);
  const { results, tables: _, shipped: beside, ...summary } = study;
  expect(summary).toMatchObject({
    id: "coopetition-trust",
    status: "shown",
    form: "short",
    claims: { fails: 0, undecided: 0 },
    seconds: expect.any(Number),
    measuredAt: expect.any(String),
  });
  for (const { verdict, expected, measured } of results) {
    expect(verdict).toBe("holds");
    expect([typeof expected, typeof measured]).toEqual(["string", "string"]);
  }
  // No chance is in this study, so that it gives the figures that ship.
  expect(beside).toMatchObject({ form: "short", same: results.length, of: results.length, differing: [] });
  // The long form decides where there is one.
  const long = await documentOf(`study coopetition-trust --full --store ${store}/s`);
  const listed = await documentOf(`studies --store ${store}/s`);
  expect(long).toMatchObject(listed.find(({ id }: { id: string }) => id === "coopetition-trust"));
  expect(long.form).toBe("full");
  // Of the others, the records that ship with Agon.
  const { decidingRecord, shippedRecords } = await import("../../src/lab/studies/kept-records.ts");
  const shipped = decidingRecord(shippedRecords("coopetition-gym"));
  if (shipped === undefined) throw new Error("no record of coopetition-gym ships");
  const { form, seconds, measuredAt, commit } = shipped;
  const other = listed.find(({ id }: { id: string }) => id === "coopetition-gym");
  expect(other).toMatchObject({ form, seconds, measuredAt, commit, claims: { holds: expect.any(Number) } });
});

test("the published schema is the one that is printed", async () => {
  const { readFileSync } = await import("node:fs");
  expect((await agon("schema")).stdout).toBe(readFileSync(`${root}/schema/experiment.schema.json`, "utf8"));
  expect((await agon("schema log")).stdout).toBe(readFileSync(`${root}/schema/log.schema.json`, "utf8"));
  expect((await agon("schema weigh")).stdout).toBe(readFileSync(`${root}/schema/weigh.schema.json`, "utf8"));
});
