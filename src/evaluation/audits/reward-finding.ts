// The one sentence that an audit of a reward begins with, made from its figures.

import { brief } from "../number-format.ts";
import type { AuditFinding, RewardAudit } from "./reward-audit.ts";

/** What the sentence is made from. */
export type FindingParts = Pick<RewardAudit, "kind" | "findings" | "strength"> & Partial<Pick<RewardAudit, "exact">>;

/** The sentence of an audit, without the target's name. */
export function auditFinding({ kind, findings, strength, exact }: FindingParts): string {
  switch (kind) {
    case "gamed":
      return findings.length === 0 ? "Gamed." : sentenceOf(worstOf(findings));
    case "not found":
      return `Nothing was found that is paid and not wanted; ${strengthOf(strength)}.`;
    case "cannot be gamed":
      return `Cannot be gamed: the best paid play is always a most wanted one${exact === undefined ? "" : `, over all ${brief(exact.states)} states`}.`;
    case "not decided":
      return "Nothing says what is wanted, so nothing can be called gamed.";
    default:
      return kind satisfies never;
  }
}

/** The finding that a sentence names: what is paid before what is not, then by share, then by pay. */
export const worstOf = (findings: readonly AuditFinding[]): AuditFinding =>
  findings.reduce((one, other) => (isWorse(other, one) ? other : one));

function isWorse(one: AuditFinding, other: AuditFinding): boolean {
  if (one.fault !== other.fault) return one.fault === "over-payment";
  if (one.share.value !== other.share.value) return one.share.value > other.share.value;
  return lostBy(one) > lostBy(other);
}

const lostBy = ({ want, honestWant }: AuditFinding): number => (honestWant ?? 0) - (want ?? 0);

/** How strong a search was, in words. */
export const strengthOf = ({ planted, found }: RewardAudit["strength"]): string =>
  planted === 0
    ? "no exploit was planted to try the search"
    : `of ${planted} planted exploits the search finds ${found}`;

/** A finding as a sentence: `Paid in full for an empty box in 100 of 100 tasks.` */
export function sentenceOf(finding: AuditFinding): string {
  const { name, fault, want, honestWant } = finding;
  const bought =
    want === null || want === undefined || honestWant === null || honestWant === undefined
      ? ""
      : `: it buys ${brief(want)} of the ${brief(honestWant)} that could be had`;
  return fault === "over-payment"
    ? `Paid ${fullness(finding)} for ${name}${shareIn(finding)}${bought}.`
    : `Not paid in full for ${name}${shareIn(finding)}, which is wanted.`;
}

/** How close two pays may be and count as equal. */
const CLOSE = 1e-9;

function fullness({ pay, honestPay }: AuditFinding): string {
  if (honestPay === null) return brief(pay);
  const near = CLOSE * Math.max(1, Math.abs(honestPay));
  if (Math.abs(pay - honestPay) <= near) return "in full";
  return pay > honestPay
    ? `more than honest play, ${brief(pay)} against ${brief(honestPay)},`
    : `${brief(pay)} of ${brief(honestPay)}`;
}

function shareIn({ share, tried }: AuditFinding): string {
  if (tried === undefined || tried.n === 1) return "";
  return ` in ${brief(Math.round(share.value * tried.n))} of ${brief(tried.n)} ${tried.noun}`;
}
