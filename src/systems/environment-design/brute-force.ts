// What can be earned on a level, by trying every action and every turn of chance, straight from the rules and without any
// table: slow, and only for tiny levels.

import { moveAmongObjects, OBJECT_CHOICES, type ObjectLevel } from "../../environments/gridworld/objects.ts";

/** How the values of the actions are made into one: the largest, or the mean under a policy. */
export type Choose = (values: readonly number[], cell: number, there: readonly boolean[]) => number;

/** max over the actions. */
export const best: Choose = (values) => Math.max(...values);

/** Expected return over `left` steps from `cell` with the objects that are `there`. */
export function bruteForce(
  level: ObjectLevel,
  choose: Choose,
  left = level.horizon,
  cell = level.start,
  there: readonly boolean[] = level.objects.map(() => true),
): number {
  if (left === 0) return 0;
  const values = Array.from({ length: OBJECT_CHOICES }, (_, action) => {
    const to = moveAmongObjects(level, cell, action);
    const found = level.objects.findIndex((object, i) => object.cell === to && there[i]);
    const later = (): number =>
      arrivals(level, there, found).reduce(
        (sum, { set, chance }) => sum + chance * bruteForce(level, choose, left - 1, to, set),
        0,
      );
    if (found < 0) return later();
    const { reward, ends } = level.objects[found];
    return reward + (ends === 1 ? 0 : (1 - ends) * later());
  });
  return choose(values, cell, there);
}

/** Which objects may be there after a step, each with its chance: what was missing may return, what was found is gone. */
function arrivals(
  level: ObjectLevel,
  there: readonly boolean[],
  found: number,
): { readonly set: readonly boolean[]; readonly chance: number }[] {
  let sets: { set: readonly boolean[]; chance: number }[] = [{ set: [], chance: 1 }];
  for (const [i, { returns }] of level.objects.entries()) {
    sets = sets.flatMap(({ set, chance }) => {
      if (i === found) return [{ set: [...set, false], chance }];
      if (there[i]) return [{ set: [...set, true], chance }];
      return [
        { set: [...set, true], chance: chance * returns },
        { set: [...set, false], chance: chance * (1 - returns) },
      ].filter((one) => one.chance > 0);
    });
  }
  return sets;
}
