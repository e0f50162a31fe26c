// Rules are audited from the command line: what is claimed beside what is found, and an exit code that says whether they agree.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { agon, root, scratch } from "./agon.ts";

test("an audit prints claim, finding and the best misreport, and exits with 0 where they agree", async () => {
  const { code, stdout } = await agon(["audit", "auction", "--instances", "10", "--json"]);
  expect(code).toBe(0);
  const audits = JSON.parse(stdout);
  expect(audits.map(({ rule, truthful, agrees }: Record<string, unknown>) => [rule, truthful, agrees])).toEqual([
    ["auction/first-price", false, true],
    ["auction/second-price", true, true],
    ["auction/optimal", true, true],
  ]);
  expect(audits[0]).toMatchObject({
    instances: 10,
    refuted: expect.any(Number),
    largest: {
      gain: expect.any(Number),
      instance: expect.any(Number),
      deviation: expect.stringContaining("instead of"),
    },
    gain: { mean: expect.any(Number), low: expect.any(Number), high: expect.any(Number), n: 10 },
  });
  expect(audits[0].largest.gain).toBeGreaterThan(0.1);
  expect(audits[1].largest.gain).toBeLessThan(1e-9);
  const text = await agon(["audit", "auction", "--instances", "10"]);
  expect(text.stdout).toMatch(/^auction\/first-price +nothing +a misreport pays +\d+ of 10 /m);
  expect(text.stdout).toMatch(/^auction\/second-price +truth pays best +none pays +0 of 10 /m);
  expect(text.stdout).toContain("3 rules, 10 instances each, seed 0: as claimed");
});

test("where the search does not find what a rule is known for, the exit code is 2", async () => {
  // Most instances hold nothing to be found.
  const { code, stdout } = await agon(["audit", "cascade/approximate", "--instances", "1", "--seed", "1"]);
  expect(stdout).toContain("no misreport was found");
  expect(stdout).toContain("1 rule, 1 instance each, seed 1: 1 not as claimed");
  expect(code).toBe(2);
});

test("a rule of one's own is searched, and its claim is put to the test", async () => {
  const file = "examples/all-pay/all-pay.ts";
  for (const name of [file, `./${file}`]) {
    const { code, stdout } = await agon(["audit", name, "--instances", "10", "--json"]);
    expect(code).toBe(0);
    const [found, ...others] = JSON.parse(stdout);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ rule: "auction/all-pay", truthful: false, agrees: true, instances: 10 });
    expect(found.largest.gain).toBeGreaterThan(0.1);
  }
  const folder = scratch();
  const text = readFileSync(join(root, file), "utf8").replace("truthful: false", "truthful: true");
  writeFileSync(join(folder, "bold.ts"), text);
  const bold = await agon(["audit", "bold.ts", "--instances", "10"], { cwd: folder });
  expect(bold.stdout).toContain("✗ auction/bold: the truth does not always pay best");
  expect(bold.code).toBe(2);
});

test("a rule of a list is audited under every kind of user", async () => {
  const { stdout } = await agon(["audit", "list/gsp", "--instances", "1", "--json"]);
  expect(JSON.parse(stdout).map(({ rule }: { rule: string }) => rule)).toEqual([
    "slots/gsp",
    "cascade/gsp",
    "logit/gsp",
  ]);
});

test("a file that is no rule is told", async () => {
  const { code, stderr } = await agon(["audit", "./examples/fishery/levy.ts"]);
  expect(stderr).toContain('levy.ts is a reward; a rule is made by defineRule({ … }) from "agonlab"');
  expect(code).toBe(2);
});

test("an unknown rule is told, and the nearest named", async () => {
  const { code, stderr } = await agon(["audit", "vgc"]);
  expect(stderr).toContain('no rule is called "vgc"; did you mean "slots/vcg"?');
  expect(code).toBe(2);
});
