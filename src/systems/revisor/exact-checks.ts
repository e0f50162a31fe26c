// What a segment is worth in each part of the pay: formulas beside episodes that somebody plays who reads perfectly.

import { type Check, closeTo, holds } from "../../study/legacy.ts";
import { alignment, playedSignals, type Signal, signalsOf } from "./signals.ts";

const ACTORS = 4;
/** The published weights of the final and the causal part. */
const [FINAL, CAUSAL] = [0.6, 0.3];

/** `episodes` episodes of each kind; the tolerance is 2 %. */
export function exactChecks(episodes: number, seed = 101): Check[] {
  const kinds = ["final", "causal"] as const;
  const checks = [0.6, 1 / ACTORS].flatMap((shortcut) => {
    const [said, played] = [signalsOf(shortcut, ACTORS), playedSignals(shortcut, episodes, seed)];
    return kinds.flatMap((kind) => {
      const one = (what: keyof Signal, words: string) =>
        closeTo(`shortcut ${shortcut}: ${words} R_${kind}`, played[kind][what], said[kind][what], 0.02);
      return [one("signal", "what a hit adds to"), one("variance", "variance after a miss of")];
    });
  });
  const [final, causal] = kinds.map((kind) => signalsOf(0.6, ACTORS)[kind].signal);
  const none = signalsOf(1 / ACTORS, ACTORS);
  const gain = (shortcut: number) => {
    const among = { shortcut, actors: ACTORS, hits: 0.15 };
    return alignment(FINAL, CAUSAL, among) / alignment(FINAL, 0, among);
  };
  return [
    ...checks,
    closeTo("a shortcut of 0.6 leaves of the signal in R_final", final, 0.4, 1e-12),
    closeTo("and of that in R_causal, with four actors", causal, 0.75, 1e-12),
    closeTo("without a shortcut the signals differ by", none.final.signal - none.causal.signal, 0, 1e-12, true),
    holds(
      "slope of the compared pay in a hit, decoupled over final alone, at 15% hits: with the shortcut, without",
      "≥ 1.5, and < 1.2",
      `${gain(0.6).toFixed(3)}, ${gain(1 / ACTORS).toFixed(3)}`,
      gain(0.6) >= 1.5 && gain(1 / ACTORS) < 1.2,
    ),
  ];
}
