// Audits agree with the claims of every shipped rule and report a rule that breaks its claim.

import { describe, expect, it } from "vitest";
import { payYourBid, sealedMechanism } from "../../mechanisms/direct.ts";
import { externalityPricing } from "../../mechanisms/position/list.ts";
import { listRules } from "../../mechanisms/position/list-rules.ts";
import type { ListRule } from "../../mechanisms/rule.ts";
import { secondPrice } from "../../mechanisms/sealed-bid.ts";
import { type AuditedRule, auditRule, TOLERANCE } from "./audit.ts";
import { listAudit, USER_KINDS } from "./bid-audits.ts";
import { auditedRules, rulesNamed } from "./index.ts";
import { searchedMisreport } from "./misreports.ts";

describe("all rules", () => {
  it.each(auditedRules.map((rule) => [rule.id, rule] as const))("%s", async (_id, rule) => {
    const report = await auditRule(rule, { instances: 15, seed: 1 });
    if (rule.truthful) {
      expect(report.largest.gain, report.largest.deviation).toBeLessThanOrEqual(TOLERANCE);
      expect(report.refuted).toBe(0);
    } else {
      expect(report.largest.gain).toBeGreaterThan(0.01);
      expect(report.refuted).toBeGreaterThan(0);
      expect(report.gain.mean).toBeGreaterThan(0);
      expect(report.largest.deviation).toMatch(/^(bidder|agent) \d/);
    }
    expect(report).toMatchObject({ agrees: true, instances: 15, truthful: rule.truthful });
  });

  it("have unique ids, and include truthful and untruthful ones in every family", () => {
    expect(new Set(auditedRules.map(({ id }) => id)).size).toBe(auditedRules.length);
    for (const family of ["auction", "slots", "cascade", "logit", "hiring"])
      expect(new Set(rulesNamed(family).map(({ truthful }) => truthful)).size, family).toBe(2);
  });

  it("are found by id, name and family, and the nearest name is suggested otherwise", () => {
    const ids = (name: string) => rulesNamed(name).map(({ id }) => id);
    expect(ids("gsp")).toEqual(["slots/gsp", "cascade/gsp", "logit/gsp"]);
    expect(ids("auction")).toEqual(["auction/first-price", "auction/second-price", "auction/optimal"]);
    expect(ids("hiring/wage")).toEqual(["hiring/wage"]);
    expect(() => rulesNamed("gps")).toThrow('no rule is called "gps"; did you mean "slots/gsp"?');
    expect(() => rulesNamed("cascades")).toThrow('did you mean "cascade"?');
  });
});

describe("floors", () => {
  const draws = { instances: 30, seed: 3 };

  it("leave vcg truthful, whereas VCG payments that are merely raised to the floor are refuted", async () => {
    let floored = 0;
    const vcg = listRules.get("vcg").make();
    const raised: ListRule = {
      family: "list",
      truthful: true,
      floors: "alike",
      mechanism(users, { floors }) {
        const plain = externalityPricing(users);
        if (floors === undefined) return plain;
        floored += 1;
        return {
          bidders: users.ads,
          run(reports) {
            const kept = reports.map((bid, ad) => (bid >= floors.at(ad, 0) ? bid : 0));
            const { allocation, payments } = plain.run(kept);
            return {
              allocation,
              payments: payments.map((paid, ad) => Math.max(paid, floors.at(ad, 0) * allocation[ad])),
            };
          },
        };
      },
    };
    for (const kind of USER_KINDS) {
      const audit = (rule: ListRule) => auditRule(listAudit(kind, { id: "vcg", summary: "", source: "" }, rule), draws);
      expect(await audit(vcg), kind).toMatchObject({ agrees: true, refuted: 0 });
      const before = floored;
      const report = await audit(raised);
      expect(report, kind).toMatchObject({ agrees: false });
      // Every refuted instance must be one in which floors were drawn.
      expect(report.refuted, kind).toBeLessThanOrEqual(floored - before);
      expect(report.largest.gain, kind).toBeGreaterThan(1e-3);
    }
    expect(floored).toBeGreaterThan(15);
  });
});

/** An audited rule with two bidders whose values are 0.8 and 0.5: second price (`honest`) or pay-your-bid, with the given claim. */
function ruleOf(honest: boolean, truthful: boolean): AuditedRule {
  const second = sealedMechanism(secondPrice, 2);
  return {
    id: "test/rule",
    summary: "",
    source: "",
    truthful,
    examine() {
      const { bidder, gain } = searchedMisreport(honest ? second : payYourBid(second), Float64Array.of(0.8, 0.5), 1);
      return { gain, deviation: `bidder ${bidder}` };
    },
  };
}

describe("an audit", () => {
  it("agrees with true claims only, and reports the gain of the best misreport", async () => {
    const options = { instances: 3, seed: 0 };
    expect(await auditRule(ruleOf(true, true), options)).toMatchObject({ agrees: true, refuted: 0 });
    expect(await auditRule(ruleOf(true, false), options)).toMatchObject({ agrees: false, refuted: 0 });
    const broken = await auditRule(ruleOf(false, true), options);
    expect(broken).toMatchObject({ agrees: false, refuted: 3, largest: { instance: 0, deviation: "bidder 0" } });
    // A bidder with value 0.8 wins with a bid just above 0.5.
    expect(broken.largest.gain).toBeCloseTo(0.3, 6);
    expect(broken.gain.mean).toBeCloseTo(0.3, 6);
    expect(await auditRule(ruleOf(false, false), options)).toMatchObject({ agrees: true });
  });

  it("is reproducible by seed, instance by instance", async () => {
    const [rule] = rulesNamed("slots/first-price");
    const of = (instances: number, seed: number) => auditRule(rule, { instances, seed });
    expect(await of(5, 1)).toEqual(await of(5, 1));
    expect((await of(5, 2)).largest.gain).not.toBe((await of(5, 1)).largest.gain);
    const [few, more] = [await of(1, 1), await of(2, 1)];
    expect(more.largest.gain).toBeGreaterThanOrEqual(few.largest.gain);
  });
});
