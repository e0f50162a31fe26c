// Claims as a JUnit file, which continuous integration services display: a claim that fails is a failure, an undecided one is skipped.

import { XMLBuilder } from "fast-xml-parser";
import { inOneLine } from "../../core/visible.ts";
import { counted } from "../../study/verdict.ts";
import type { JudgedClaim } from "./judged-claim.ts";

/** Returns the claims of a run as XML. */
export function junit(title: string, claims: readonly JudgedClaim[]): string {
  const { fails, undecided } = counted(claims.map(({ verdict }) => verdict));
  // XML allows no control characters.
  const text = (words: string) => inOneLine(words);
  const cases = claims.map(({ name, text: claim, measured, verdict }) => {
    const message = text(`${claim}: ${measured}`);
    return {
      "@name": text(name),
      "@classname": text(title),
      ...(verdict === "fails" ? { failure: { "@message": message } } : {}),
      ...(verdict === "undecided" ? { skipped: { "@message": `undecided: ${message}` } } : {}),
      ...(verdict === "holds" ? { "system-out": message } : {}),
    };
  });
  const suite = { "@name": text(title), "@tests": claims.length, "@failures": fails, "@skipped": undecided };
  const builder = new XMLBuilder({ attributeNamePrefix: "@", ignoreAttributes: false, format: true });
  return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build({ testsuites: { testsuite: { ...suite, testcase: cases } } })}`;
}
