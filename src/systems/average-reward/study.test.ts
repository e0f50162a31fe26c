// What holds and what does not: on four seeds, and with `LONG=1` on all.

import { describe, expect, test } from "vitest";
import { studyContext, unmet } from "../../../test/fixtures/study.ts";
import { verdict } from "../../study/claim.ts";
import { seedsOf } from "../../study/study.ts";
import { growth, play } from "./arms.ts";
import { averageReward } from "./study.ts";
import { climbTask } from "./tasks.ts";

/** Regret over all runs exceeds sp·√T from the first runs on. */
const TOO_LARGE = [
  "ring: LOOP's largest regret/√T over all runs and powers of two",
  "climb: LOOP's largest regret/√T over all runs and powers of two",
];

describe("the study", () => {
  test("on four seeds all but two constants are as asked for, two counts of switches stay open, and every control fails", async () => {
    const result = await averageReward.run(studyContext({ seeds: [0, 1, 2, 3] }));
    const failed = result.claims.filter((one) => verdict(one) === "fails");
    expect(failed.map(({ name }) => name)).toEqual(TOO_LARGE);
    expect(unmet(result).filter((name) => !TOO_LARGE.includes(name))).toEqual([
      "RiverSwim: switches that choosing at every step adds",
      "ring: switches that choosing at every step adds",
    ]);
    expect(result.claims).toHaveLength(26);
    expect(result.controls).toHaveLength(3);
  });

  // Regret within sp·√T leaves no room for refuting: before LOOP drops a promise it has lost up to 3β/(error per step)² steps
  // to it, and it follows several on the ring and on the climb. Both come below sp·√T later and stay within sp·√(dβT).
  // On RiverSwim an ε-greedy learner rests at the near end until chance carries it away, after some 10,000 steps or more
  // than 131,072; then it loses a fifth as much per step. Each run is linear before and after, but the mean over runs that
  // leave one after the other bends: its slope is below the 0.9 that was asked for.
  // Half a minute: `LONG=1 npx vitest run src/systems` runs this too.
  const long = test.skipIf(process.env.LONG === undefined);
  long("all but two constants and one baseline's slope are as asked for, and every control fails", async () => {
    const result = await averageReward.run(studyContext({ seeds: seedsOf(averageReward, false) }));
    expect(unmet(result)).toEqual(["RiverSwim: growth of log regret with log T, ε-greedy", ...TOO_LARGE]);
    expect(result.claims).toHaveLength(26);
    expect(result.controls).toHaveLength(3);
  });

  test("stops when it is told to", async () => {
    const signal = AbortSignal.abort();
    await expect(averageReward.run(studyContext({ signal, seeds: [0] }))).rejects.toThrow();
  });
});

test("climb: a constant added to every value changes no decision, at every power of two", () => {
  const [plain, shifted] = [0, 5].map((shift) => play(climbTask(shift), "LOOP", 0, 4096));
  expect(shifted.regret).toEqual(plain.regret);
  expect(shifted.gaps).toEqual(plain.gaps);
});

test("growth is the exponent of a power of T, and none where something is not positive", () => {
  const steps = Array.from({ length: 15 }, (_, k) => 2 ** k);
  expect(
    growth(
      steps,
      steps.map((T) => 3 * T ** 0.7),
    ),
  ).toBeCloseTo(0.7, 12);
  expect(
    growth(
      steps,
      steps.map((T) => T - 5000),
    ),
  ).toBeNull();
});
