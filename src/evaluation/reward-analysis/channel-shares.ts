// Which channels a return is made of.

/**
 * Each channel's share of the return: the size of weight × Σ channel over the sizes of all of them, so that shares add up to 1. `sums` are
 * the sums of the channels over an episode, or over many. All shares are 0 where nothing was paid.
 */
export function channelShares(
  weights: Readonly<Record<string, number>>,
  sums: Readonly<Record<string, number>>,
): Record<string, number> {
  const sizes = Object.entries(weights).map(([name, weight]) => {
    if (!(name in sums)) throw new Error(`no sum of the channel ${name} is given`);
    return [name, Math.abs(weight * sums[name])] as const;
  });
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  return Object.fromEntries(sizes.map(([name, size]) => [name, total === 0 ? 0 : size / total]));
}
