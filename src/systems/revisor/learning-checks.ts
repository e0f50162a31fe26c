// How the arms' figures are judged, over seeds.

import { estimate } from "../../evaluation/statistics/interval.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { pairedEffect } from "../../evaluation/statistics/paired.ts";
import { type Check, type Control, holds } from "../../study/legacy.ts";
import type { ArmName, Conduct } from "./arms.ts";

/** What the arms came to, seed by seed. */
export type Found = readonly Readonly<Record<string, Conduct>>[];

/** Hits of one scene of six, wherever it lies; two scenes and more have 0.18, since their frames are farther apart. */
const CHANCE = 1 / 6;

type Figure = Exclude<keyof Conduct, "hits">;

/** b less a, seed by seed. */
function difference(found: Found, a: ArmName, b: ArmName, figure: Figure) {
  const effect = pairedEffect(
    found.map((arms) => arms[a][figure]),
    found.map((arms) => arms[b][figure]),
  );
  const digits = (x: number | null) => (x === null ? "—" : x.toFixed(3));
  return {
    by: effect.mean ?? 0,
    words: `${digits(effect.mean)} (${digits(effect.low)} … ${digits(effect.high)}; d ${digits(effect.effectSize)})`,
  };
}

/** Updates until ten in a row hit 0.6 of the time; all of them where that never happens. */
function updatesToHit({ hits }: Conduct): number {
  for (let end = 10; end <= hits.length; end++) if (mean(hits.slice(end - 10, end)) >= 0.6) return end;
  return hits.length;
}

/** The claim's own comparison of two arms, which is also made without a shortcut. */
function gainOf(found: Found, without: ArmName, decoupled: ArmName) {
  const [hit, right] = (["hit", "right"] as const).map((figure) => difference(found, without, decoupled, figure));
  const [slow, fast] = [without, decoupled].map((arm) => mean(found.map((arms) => updatesToHit(arms[arm]))));
  return {
    sooner: hit.by >= 0.1 || slow >= 1.5 * fast,
    better: right.by >= 0.03,
    soonerWords: `${hit.words}; updates ${slow.toFixed(0)} against ${fast.toFixed(0)}`,
    right,
  };
}

export function learningChecks(found: Found): Check[] {
  const gain = gainOf(found, "final only", "decoupled");
  const unseen = difference(found, "text only", "decoupled", "unseenRight");
  const bound = difference(found, "text only", "right segment", "unseenRight");
  const [hit, right] = (["hit", "right"] as const).map((f) => difference(found, "decoupled", "inverted", f));
  return [
    holds(
      "decoupled less final only: hit rate, or updates to a hit rate of 0.6",
      "≥ +0.10, or 1.5 times fewer",
      gain.soonerWords,
      gain.sooner,
    ),
    holds("decoupled less final only: right answers", "≥ +0.03", gain.right.words, gain.better),
    holds(
      "decoupled less text only: right answers where the first look does not show the event",
      "≥ +0.10",
      unseen.words,
      unseen.by >= 0.1,
    ),
    holds(
      "right segment less text only, likewise: no arm gains more",
      "≥ the gain of decoupled",
      bound.words,
      bound.by >= unseen.by,
    ),
    holds("inverted weights less decoupled: hit rate", "≥ −0.02", hit.words, hit.by >= -0.02),
    holds("inverted weights less decoupled: right answers", "≤ +0.01", right.words, right.by <= 0.01),
  ];
}

export function learningControls(found: Found): Control[] {
  const [decoupled, seen] = (["decoupled", "first look seen"] as const).map((arm) =>
    difference(found, "final only", arm, "hit"),
  );
  const none = gainOf(found, "final only, no shortcut", "decoupled, no shortcut");
  const random = mean(found.map((arms) => arms.decoupled.randomHit));
  return [
    {
      name: "the second question shows the first look too: its gain in hits is more than half of the decoupled one's",
      failed: seen.by <= decoupled.by / 2,
      measured: `${seen.words} against ${decoupled.words}`,
    },
    {
      name: "segments of the called width anywhere: they hit otherwise than by chance ± 0.05",
      failed: Math.abs(random - CHANCE) <= 0.05,
      measured: `${random.toFixed(3)}, chance ${CHANCE.toFixed(3)}`,
    },
    {
      name: "no shortcut: decoupled passes both checks against final only",
      failed: !(none.sooner && none.better),
      measured: `hit ${none.soonerWords}; right ${none.right.words}`,
    },
  ];
}

/** Right answers, hits, IoU and width of every arm. */
export function summary(found: Found): string {
  const names = Object.keys(found[0]);
  const say = (name: string, figure: Figure) => {
    const { mean: middle, low, high } = estimate(found.map((arms) => arms[name][figure]));
    const digits = (x: number | null) => (x === null ? "—" : x.toFixed(2));
    return `${digits(middle)} (${digits(low)} … ${digits(high)})`;
  };
  return names
    .map((name) => `${name}: right ${say(name, "right")}, hit ${say(name, "hit")}, width ${say(name, "width")}`)
    .join("; ");
}
