// Rules are audited from the command line: what is claimed beside what is found, and an exit code that says whether they agree.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { agon, documentOf, root, scratch } from "./agon.ts";
import { folderWith } from "./files.ts";
import { complaintOf, refusedCommands } from "./mistakes.ts";

const HEAD = "auction,time,who,value\n";
const BIDS = `${HEAD}${Array.from({ length: 12 }, (_, t) => `${t},${t},rich,400\n${t},${t},poor,300\n`).join("")}`;
const MANY = `${HEAD}${Array.from({ length: 20 }, (_, k) => `1,1,b${k},1\n`).join("")}`;

test("an audit prints claim, finding and the best misreport, and exits with 0 where they agree", async () => {
  const audits = await documentOf("audit auction --instances 10");
  expect(audits.map(({ rule, truthful, agrees }: Record<string, unknown>) => [rule, truthful, agrees])).toEqual([
    ["auction/first-price", false, true],
    ["auction/second-price", true, true],
    ["auction/optimal", true, true],
  ]);
  const number = expect.any(Number);
  expect(audits[0]).toMatchObject({
    instances: 10,
    refuted: number,
    largest: { gain: number, instance: number, deviation: expect.stringContaining("instead of") },
    gain: { mean: number, low: number, high: number, n: 10 },
  });
  expect(audits[0].largest.gain).toBeGreaterThan(0.1);
  expect(audits[1].largest.gain).toBeLessThan(1e-9);
  const text = await agon("audit auction --instances 10");
  expect(text.stdout).toMatch(/^auction\/first-price +nothing +a misreport pays +\d+ of 10 /m);
  expect(text.stdout).toMatch(/^auction\/second-price +truth pays best +none pays +0 of 10 /m);
  expect(text.stdout).toContain("3 rules, 10 instances each, seed 0: as claimed");
});

test("where the search does not find what a rule is known for, the exit code is 2", async () => {
  // Most instances hold nothing to be found.
  const { code, stdout } = await agon("audit cascade/approximate --instances 1 --seed 1");
  expect(stdout).toContain("no misreport was found");
  expect(stdout).toContain("1 rule, 1 instance each, seed 1: 1 not as claimed");
  expect(code).toBe(2);
});

test("a rule of one's own is searched, and its claim is put to the test", async () => {
  const file = "examples/all-pay/all-pay.ts";
  for (const name of [file, `./${file}`]) {
    const [audit, ...others] = await documentOf(`audit ${name} --instances 10`);
    expect(others).toEqual([]);
    expect(audit).toMatchObject({ rule: "auction/all-pay", truthful: false, agrees: true, instances: 10 });
    expect(audit.largest.gain).toBeGreaterThan(0.1);
  }
  const text = readFileSync(join(root, file), "utf8").replace("truthful: false", "truthful: true");
  const bold = await agon("audit bold.ts --instances 10", { cwd: folderWith({ "bold.ts": text }) });
  expect(bold.stdout).toContain("✗ auction/bold: the truth does not always pay best");
  expect(bold.code).toBe(2);
});

test("a rule of a list is audited under every kind of user", async () => {
  const audits = JSON.parse((await agon("audit list/gsp --instances 1 --json")).stdout);
  expect(audits.map(({ rule }: { rule: string }) => rule)).toEqual(["slots/gsp", "cascade/gsp", "logit/gsp"]);
});

refusedCommands(
  "agon-audit",
  `
  audit ./levy.js
  audit vgc
  audit hiring/wage --log bids.csv --columns bidder=who
  audit vgc --log bids.csv --columns bidder=who
  audit gsp --where 'value > 1'
  audit gsp --columns a=b
  audit gsp --log bids.csv
  audit gsp --log no.csv
  audit second-price --log none.csv --columns bidder=who
  audit slots/gsp --log many.csv --columns bidder=who
  `,
  {
    ...{ "bids.csv": BIDS, "none.csv": `${HEAD}1,1,a,0\n`, "many.csv": MANY },
    "levy.js":
      'import { defineReward } from "agonlab"; export default defineReward({ summary: "r", make: () => () => ({ reset() {}, pay() {} }) });',
  },
);

test("one thing may have as many bidders as a log names", async () => {
  const all = await agon("audit second-price --log many.csv --columns bidder=who --instances 2", {
    cwd: folderWith({ "many.csv": MANY }),
  });
  expect([all.code, all.complaint]).toEqual([0, ""]);
});

describe("a log of one's own", () => {
  const NAMED = "--log bids.csv --columns bidder=who";

  test("gives values, bidders and qualities, in its own money", async () => {
    const cwd = folderWith({ "bids.csv": BIDS });
    const [first, second, optimal] = await documentOf(`audit auction ${NAMED} --instances 6`, { cwd });
    expect(first).toMatchObject({ rule: "auction/first-price", refuted: 6, agrees: true });
    expect(first.log).toMatchObject({ file: "bids.csv", records: 12, parties: ["poor", "rich"] });
    // A bit more than 300 is enough for what 400 was bid.
    expect(first.largest.gain).toBeCloseTo(100, 2);
    expect(first.gain.mean).toBeCloseTo(100, 2);
    expect(first.largest.deviation).toMatch(/^rich, one of 2 in auction \d+ of bids\.csv, bids 300 instead of 400$/);
    expect([second.refuted, optimal.refuted]).toEqual([0, 0]);
    const text = await agon(`audit gsp vcg ${NAMED} --instances 6`, { cwd });
    expect(text.stdout).toContain("bidders, values and qualities are drawn from bids.csv: 12 auctions\n");
    expect(text.stdout).toContain('it has no column "quality": 1 is taken for it');
    expect(text.stdout).toMatch(/^logit\/vcg +truth pays best +none pays +0 of 6 /m);
  });

  test("of one seed gives the same instances, and of another others", async () => {
    const store = scratch();
    const said = (seed: number) =>
      documentOf(`audit slots/gsp --log examples/logs/bids.csv --instances 8 --seed ${seed} --store ${store}`);
    const first = await said(1);
    expect(await said(1)).toEqual(first);
    expect((await said(2))[0].gain.mean).not.toBe(first[0].gain.mean);
  });

  test("is what a rule of one's own is searched on too", async () => {
    const cwd = folderWith({
      "bids.csv": `${BIDS}12,13,rich,-1\n`,
      "own.ts": readFileSync(join(root, "examples/all-pay/all-pay.ts"), "utf8"),
    });
    expect(await complaintOf(`audit ./own.ts ${NAMED}`, { cwd })).toBe(
      "agon: bids.csv:26: value: -1 is not a number from 0 up\nagon: bids.csv: has 1 bad row; skipBadRows: true in the log's settings, or --skip-bad-rows, leaves them out and counts them\n",
    );
    const { code, stdout } = await agon(`audit ./own.ts ${NAMED} --skip-bad-rows --instances 5`, { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^auction\/own +nothing +a misreport pays +5 of 5 +300 /m);
    expect(stdout).toContain("12 auctions, 1 bad row left out");
  });
});
