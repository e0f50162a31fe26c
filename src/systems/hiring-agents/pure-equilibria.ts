// Equilibria of a small game in plain strategies, by looking at every profile: all of them, so that a rule that has a good
// one can be asked for its bad ones.

import { mixedRadix } from "../../math/mixed-radix.ts";

/**
 * Every profile from which nobody gains more than `tolerance` by another strategy alone. `sizes` is how many strategies each
 * player has; `utilities` gives [players] for a profile and is asked once for each.
 */
export function pureEquilibria(
  sizes: readonly number[],
  utilities: (strategies: readonly number[]) => ArrayLike<number>,
  tolerance = 1e-9,
): number[][] {
  const profiles = mixedRadix(sizes);
  const table = Array.from({ length: profiles.count }, (_, k) => utilities(profiles.digits(k)));
  const settled = (k: number) =>
    sizes.every((count, player) => {
      for (let other = 0; other < count; other++)
        if (table[profiles.replaced(k, player, other)][player] > table[k][player] + tolerance) return false;
      return true;
    });
  return Array.from(table.keys())
    .filter(settled)
    .map((k) => profiles.digits(k));
}
