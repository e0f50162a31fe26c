// What code hosts and later audits are told of findings.

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { UserError } from "../../core/errors.ts";
import type { AuditFinding, RewardAudit } from "../../evaluation/audits/reward-audit.ts";
import { auditFinding } from "../../evaluation/audits/reward-finding.ts";
import { againstBaseline, readBaseline, sarifOf } from "./audit-files.ts";

/** What SARIF 2.1.0 requires of a log, and code hosts of its results. */
const sarifLog = z.strictObject({
  $schema: z.url(),
  version: z.literal("2.1.0"),
  runs: z.array(
    z.strictObject({
      tool: z.strictObject({
        driver: z.strictObject({
          name: z.string().min(1),
          version: z.string(),
          rules: z.array(
            z.strictObject({ id: z.string(), shortDescription: z.strictObject({ text: z.string().min(1) }) }),
          ),
        }),
      }),
      results: z.array(
        z.strictObject({
          ruleId: z.string(),
          level: z.enum(["none", "note", "warning", "error"]),
          message: z.strictObject({ text: z.string().min(1) }),
          locations: z
            .array(
              z.strictObject({
                physicalLocation: z.strictObject({
                  artifactLocation: z.strictObject({ uri: z.string().regex(/^[\w\-.~!$&'()*+,;=:@%/]+$/) }),
                  region: z.strictObject({ startLine: z.int().min(1) }).exactOptional(),
                }),
              }),
            )
            .min(1),
          partialFingerprints: z.record(z.string(), z.string()),
          properties: z.record(z.string(), z.json()),
        }),
      ),
    }),
  ),
});

const box: AuditFinding = {
  ...{ name: "an empty box", why: "It is right where nothing is.", fault: "over-payment" },
  ...{ pay: 1, want: 0, honestPay: 1, honestWant: 1 },
  share: { value: 1, low: 0.96, high: 1 },
  tried: { n: 100, noun: "tasks" },
  example: { prompt: "1 + 1", completion: "\\boxed{}" },
};
const polite: AuditFinding = { ...box, name: "praise", pay: 0.4, share: { value: 0.25, low: 0.1, high: 0.4 } };

function auditOf(...findings: AuditFinding[]): RewardAudit {
  const parts = { kind: "gamed" as const, findings, strength: { planted: 4, found: 3 } };
  const rest = { target: "f", gap: null, angle: null, dose: [], caveats: [], where: { file: "f.py", line: 3 } };
  return { ...rest, ...parts, finding: auditFinding(parts) };
}

const written = (value: unknown): string => {
  const file = join(mkdtempSync(join(tmpdir(), "agon-")), "before.json");
  writeFileSync(file, JSON.stringify(value));
  return file;
};

test("the sentence names what is paid most often for nothing", () => {
  expect(auditOf(polite, box).finding).toBe(
    "Paid in full for an empty box in 100 of 100 tasks: it buys 0 of the 1 that could be had.",
  );
  const rare = { ...box, fault: "under-payment" as const, name: "a right answer in words" };
  expect(auditOf(rare).finding).toBe(
    "Not paid in full for a right answer in words in 100 of 100 tasks, which is wanted.",
  );
  expect(auditOf({ ...polite, honestPay: 0.2 }).finding).toContain(
    "Paid more than honest play, 0.4 against 0.2, for praise",
  );
});

test("an earlier audit hides its own findings, and nothing else", () => {
  const known = readBaseline(written(auditOf(box)));
  const both = againstBaseline(auditOf(box, polite), known);
  expect(both.kind).toBe("gamed");
  expect(both.findings).toEqual([polite]);
  const same = againstBaseline(auditOf(box), readBaseline(written([auditOf(box)])));
  expect(same.kind).toBe("not found");
  expect(same.finding).toBe("Nothing was found that the baseline does not have.");
  expect(againstBaseline({ ...auditOf(box), target: "g" }, known).findings).toEqual([box]);
  expect(() => readBaseline(written({ rows: 3 }))).toThrow(UserError);
});

test("a play is known by its world, however its script goes, unless it loses more", () => {
  const play = (name: string, want: number): AuditFinding => ({
    ...{ ...box, name, want, honestWant: 100 },
    example: { seed: 0, actions: [name], world: "gridworld/boat-race" },
  });
  const known = readBaseline(written(auditOf(play("“right, left” over and over", 20))));
  expect(againstBaseline(auditOf(play("“up, down” over and over", 15)), known).kind).toBe("not found");
  expect(againstBaseline(auditOf(play("“right, left” over and over", 0)), known).kind).toBe("gamed");
});

test("SARIF has what its schema requires: rules of results, levels, URIs, lines from 1, and fingerprints that are texts", () => {
  const placed = (file: string) => ({ ...auditOf(box), where: { file, line: 3 } });
  const files = ["./my rewards/für alle.py", "sub/../f.py", join(process.cwd(), "g.py"), "/elsewhere/h.py"];
  const log = sarifOf([...files.map(placed), { ...auditOf(polite), kind: "not decided" }], "1.2.3");
  const parsed = sarifLog.parse(log);
  expect(parsed.$schema).toMatch(/sarif-schema-2\.1\.0\.json$/);
  const [{ tool, results }] = parsed.runs;
  expect(new Set(tool.driver.rules.map(({ id }) => id)).size).toBe(tool.driver.rules.length);
  expect(results.map(({ level }) => level)).toEqual(["error", "error", "error", "error", "note"]);
  for (const { ruleId } of results) expect(tool.driver.rules.map(({ id }) => id)).toContain(ruleId);
  expect(results.map(({ locations: [{ physicalLocation: place }] }) => place.artifactLocation.uri)).toEqual([
    ...["my%20rewards/f%C3%BCr%20alle.py", "f.py", "g.py", "file:///elsewhere/h.py", "f.py"],
  ]);
  expect(JSON.parse(JSON.stringify(log))).toEqual(log);
});

test("SARIF has a result for each finding, at its line, and a fingerprint that stays", () => {
  const log = sarifOf([auditOf(box, polite)], "1.2.3");
  expect(log).toMatchObject({
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { version: "1.2.3", rules: [{ id: "over-payment" }, { id: "under-payment" }] } },
        results: [
          {
            ruleId: "over-payment",
            message: { text: expect.stringContaining("f: Paid in full for an empty box") },
            locations: [{ physicalLocation: { artifactLocation: { uri: "f.py" }, region: { startLine: 3 } } }],
            partialFingerprints: { "agonFinding/v1": '["f","over-payment","an empty box"]' },
          },
          { ruleId: "over-payment" },
        ],
      },
    ],
  });
});
