// The program versions that computed a run, and notes on them.

/** The program versions that computed a run's cells. */
export interface RunComputed {
  /** Major versions of Node; their Math libraries differ in the last digit. */
  readonly nodes: readonly number[];
  /** True where the keys of its cells were made by an earlier version of Agon. */
  readonly earlier?: true;
}

/** A run whose program versions may be unknown. */
interface Computed {
  readonly computed?: RunComputed;
}

/** Formats the versions that computed a run: `Agon 0.1.0, Node 20`. */
export const computedBy = ({ agon, computed }: Computed & { readonly agon: string }): string =>
  [`Agon ${agon}`, ...(computed?.nodes ?? []).map((node) => `Node ${node}`)].join(", ");

/** Returns notes for readers on how a run was computed. */
export function computedNotes({ computed }: Computed): string[] {
  const notes: string[] = [];
  if (computed?.earlier === true)
    notes.push("an earlier version of Agon made the keys of its cells; a new run of the experiment computes them anew");
  if (computed !== undefined && computed.nodes.length > 1)
    notes.push("its cells come from several major versions of Node, and their functions may differ in the last digit");
  return notes;
}
