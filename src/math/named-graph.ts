// Graphs by name, without direction: which nodes are linked.

/** A ring of all places, the same without its last link, all linked with the first place, or each with each. */
export const GRAPHS = ["ring", "line", "star", "all"] as const;
export type GraphName = (typeof GRAPHS)[number];

/** Returns which of `size` places are linked, [size × size], 1 for a link; symmetric, and 0 on the diagonal. */
export function linksOf(graph: GraphName, size: number): Uint8Array {
  const linked = new Uint8Array(size * size);
  for (let i = 0; i < size; i++)
    for (let j = 0; j < i; j++) {
      const isNext = i - j === 1 || (graph === "ring" && i - j === size - 1);
      if (graph === "all" || (graph === "star" ? j === 0 : isNext)) link(linked, size, i, j);
    }
  return linked;
}

/** Links two places both ways. */
export function link(linked: Uint8Array, size: number, i: number, j: number): void {
  linked[i * size + j] = 1;
  linked[j * size + i] = 1;
}
