// Scene of lending: results of the last round's applicants, the reported pair, and the current applicants.

import type { Scene, Tone } from "../../core/scene.ts";
import { barScene } from "../bar-scene.ts";
import { percent, short } from "../scene-shapes.ts";

export interface LendingScene {
  readonly people: number;
  readonly round: number;
  readonly horizon: number;
  /** Two features and the group of each current applicant. */
  readonly features: ArrayLike<number>;
  readonly groups: ArrayLike<number>;
  readonly last:
    | {
        /** Approval probabilities; 1 for a person with a loan; 1 for one who repaid it, [people]. */
        readonly chances: readonly number[];
        readonly given: ArrayLike<number>;
        readonly repaid: ArrayLike<number>;
        /** The favoured person and the disadvantaged one; −1 for none. */
        readonly reported: ArrayLike<number>;
      }
    | undefined;
}

/** Range of the sum of features for most people. */
const FAR = 3;

export function lendingScene({ people, round, horizon, features, groups, last }: LendingScene): Scene {
  const all = Array.from({ length: people }, (_, i) => i);
  const nameOf = (i: number) => `person ${i + 1}`;
  const went = (i: number): { fill: Tone; note: string } => {
    if (last === undefined || last.given[i] === 0) return { fill: "muted", note: "no loan" };
    return last.repaid[i] === 1 ? { fill: "good", note: "paid back" } : { fill: "bad", note: "not paid" };
  };
  const [favoured, other] = [last?.reported[0] ?? -1, last?.reported[1] ?? -1];
  const given = all.filter((i) => last?.given[i] === 1).length;
  const back = all.filter((i) => last?.repaid[i] === 1).length;
  const objects =
    favoured < 0
      ? "the panel objects to nothing"
      : `the panel finds ${nameOf(favoured)} favoured over ${nameOf(other)}`;
  return barScene(
    [
      {
        title: last === undefined ? "Chances of a loan" : `Chances of a loan in round ${round}`,
        high: 1,
        notes: "what came of it",
        bars: all.map((i) => ({
          ...{
            name: nameOf(i),
            value: last?.chances[i] ?? 0,
            says: last === undefined ? "–" : percent(last.chances[i]),
          },
          ...(last === undefined ? {} : { ...went(i), marked: i === favoured || i === other }),
        })),
      },
      {
        title: "The next people: sum of both features",
        ...{ low: -FAR, high: FAR, notes: "group" },
        bars: all.map((i) => {
          const sum = features[2 * i] + features[2 * i + 1];
          return {
            name: nameOf(i),
            value: sum,
            says: short(sum),
            fill: groups[i],
            note: groups[i] === 0 ? "first" : "second",
          };
        }),
      },
    ],
    last === undefined
      ? `${people} people apply in each of ${horizon} rounds.`
      : `Round ${round} of ${horizon}: ${given} of ${people} got a loan, ${back} paid back, and ${objects}.`,
  );
}
