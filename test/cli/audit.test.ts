// Rules are audited from the command line: what is claimed beside what is found, and an exit code that says whether they agree.

import { expect, test } from "vitest";
import { agon } from "./agon.ts";

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

test("an unknown rule is told, and the nearest named", async () => {
  const { code, stderr } = await agon(["audit", "vgc"]);
  expect(stderr).toContain('no rule is called "vgc"; did you mean "slots/vcg"?');
  expect(code).toBe(2);
});
