// Masses of numbered things in a binary tree of sums: one mass changes, or a thing is found by its place in the running
// sum, in log₂ n steps. Prioritised replay draws from it.

/** Masses of things 0 … n − 1, at first all 0. */
export type SumTree = ReturnType<typeof sumTree>;

/** A tree over `things` things. */
export function sumTree(things: number) {
  let leaves = 1;
  while (leaves < things) leaves *= 2;
  // Node k has the children 2k and 2k + 1; the leaves begin at `leaves`.
  const sums = new Float64Array(2 * leaves);
  return {
    /** Sum of all masses. */
    get total() {
      return sums[1];
    },
    mass: (thing: number) => sums[leaves + thing],
    /** Changes a mass, which must be finite and not negative. */
    set(thing: number, mass: number) {
      if (!(mass >= 0 && mass < Number.POSITIVE_INFINITY)) throw new Error(`the mass of ${thing} cannot be ${mass}`);
      sums[leaves + thing] = mass;
      // Sums are made anew from both children, so that rounding does not add up over millions of changes.
      for (let node = (leaves + thing) >> 1; node >= 1; node >>= 1) sums[node] = sums[2 * node] + sums[2 * node + 1];
    },
    /** The thing that holds the place `place` in [0, total) of the running sum; never one of mass 0 while the total is positive. */
    find(place: number) {
      let node = 1;
      let left = place;
      while (node < leaves) {
        node *= 2;
        // Rounding may leave a place beyond the last mass.
        if (left >= sums[node] && sums[node + 1] > 0) {
          left -= sums[node];
          node += 1;
        }
      }
      return node - leaves;
    },
  };
}
