// A want that is known of a part of the answers, beside a judge of all.

import { expect, test } from "vitest";
import { csv, weighText } from "../../../test/fixtures/rollouts.ts";
import { Random } from "../../core/random.ts";

test("labels of a part correct a judge of all, and all figures are of both", async () => {
  const random = Random.of(5, "part");
  const lines = Array.from({ length: 300 * 8 }, (_, k) => {
    const isWanted = random.uniform(0, 1) < 0.4;
    const paid = Number(random.uniform(0, 1) < (isWanted ? 0.7 : 0.2));
    // The judge likes what is paid, wanted or not.
    const judged = Number(random.uniform(0, 1) < (isWanted ? 0.5 : 0.15) + 0.45 * paid);
    const label = random.uniform(0, 1) < 0.25 ? Number(isWanted) : "";
    return `p${Math.floor(k / 8)},x${k},${label},${judged},${paid}`;
  });
  const text = csv(lines, "prompt,completion,gold,judged,paid");
  const log = await weighText(text, { pays: ["paid"], judge: "judged" });
  expect(log.answers).toBe(2400);
  const [truth, { slope, verifier, texts }] = [0.4 * 0.6 * 0.5, log.pays[0]];
  expect([verifier, texts]).toEqual([undefined, []]);
  expect(slope.plain.low).toBeLessThan(truth);
  expect(slope.plain.high).toBeGreaterThan(truth);
  const alone = (await weighText(text, { pays: ["paid"] })).pays[0].slope.plain;
  const width = ({ low, high }: typeof alone) => (high ?? 0) - (low ?? 0);
  expect(width(slope.plain)).toBeLessThan(width(alone));
  // By the judge alone the pay would buy far more than it does.
  expect((await weighText(text, { want: "judged", pays: ["paid"] })).pays[0].slope.plain.low).toBeGreaterThan(truth);
  const { labels } = log;
  expect(labels?.labels).toBe(lines.filter((line) => !line.includes(",,")).length);
  expect(labels?.corrected.low).toBeLessThan(0.4);
  expect(labels?.corrected.high).toBeGreaterThan(0.4);
  expect(labels?.verdicts?.rate.low).toBeLessThan(0.4);
  expect(labels?.verdicts?.rate.high).toBeGreaterThan(0.4);
  expect(log.caveats[0]).toMatch(/^\d+ labels of 2,400 answers correct "judged"/);
  const few = csv(lines.slice(0, 40), "prompt,completion,gold,judged,paid");
  await expect(weighText(few, { pays: ["paid"], judge: "judged" })).rejects.toThrow("at least correct a judge");
});
