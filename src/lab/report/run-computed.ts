// What computed a run, and what a reader has to know of it.

/** What computed a run's cells. */
export interface RunComputed {
  /** Major versions of Node: their Math libraries differ in the last digit. */
  readonly nodes: readonly number[];
  /** Whether an earlier version of Agon made the keys of its cells. */
  readonly earlier?: true;
}

/** A run, of which it may be unknown. */
interface Computed {
  readonly computed?: RunComputed;
}

/** What computed a run, in words: `Agon 0.1.0, Node 20`. */
export const computedBy = ({ agon, computed }: Computed & { readonly agon: string }): string =>
  [`Agon ${agon}`, ...(computed?.nodes ?? []).map((node) => `Node ${node}`)].join(", ");

/** What a reader has to know of how a run was computed. */
export function computedNotes({ computed }: Computed): string[] {
  const notes: string[] = [];
  if (computed?.earlier === true)
    notes.push("an earlier version of Agon made the keys of its cells; a new run of the experiment computes them anew");
  if (computed !== undefined && computed.nodes.length > 1)
    notes.push("its cells come from several major versions of Node, and their functions may differ in the last digit");
  return notes;
}
