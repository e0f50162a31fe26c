// Dependence between actors: the matrix of TR-1 from what they want of each other, and what follows from it for their
// standing. Source: Pant & Yu, arXiv 2510.18802 (TR-1), after the i* models of Yu (1995).

/** Something that one actor needs from another (an i* dependum): how much it matters, and how hard it is to replace. */
export interface Dependum {
  readonly depender: string;
  readonly dependee: string;
  /** Importance of the goal to the depender, in [0, 1]. */
  readonly importance: number;
  /** Criticality of this dependee for it, in [0, 1]; 1/n among n interchangeable suppliers. */
  readonly criticality: number;
}

/**
 * D_ij = Σ_d w_d·crit(i, j, d) / Σ_d w_d over what i needs from j (TR-1 eq. 1), [actors × actors], 0 where i needs
 * nothing of j. Depender and dependee are named, so that a matrix cannot be read the wrong way round.
 */
export const dependenceMatrix = (actors: readonly string[], dependums: readonly Dependum[]): number[][] =>
  actors.map((depender) =>
    actors.map((dependee) => {
      const needs = dependums.filter(
        (d) => d.depender === depender && d.dependee === dependee && depender !== dependee,
      );
      const weight = needs.reduce((sum, d) => sum + d.importance, 0);
      return weight === 0 ? 0 : needs.reduce((sum, d) => sum + d.importance * d.criticality, 0) / weight;
    }),
  );

/** How an actor stands among the others. */
export interface ActorStanding {
  /** (Σ_j D_ji) / (1 + Σ_j D_ij): needed by others, without needing them. */
  readonly power: number;
  /** (Σ_j D_ij) / (1 + Σ_j D_ji): needing others, without being needed. */
  readonly vulnerability: number;
}

/** Power and vulnerability of every actor (TR-1's implementation); `dependence` is [actors × actors], rows depend. */
export const standings = (dependence: readonly (readonly number[])[]): ActorStanding[] =>
  dependence.map((row, i) => {
    const needs = row.reduce((sum, d, j) => (j === i ? sum : sum + d), 0);
    const needed = dependence.reduce((sum, other, j) => (j === i ? sum : sum + other[i]), 0);
    return { power: needed / (1 + needs), vulnerability: needs / (1 + needed) };
  });
