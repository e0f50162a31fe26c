// Types for a package that ships none.

declare module "edmonds-blossom-fixed" {
  /**
   * Maximum-weight matching; among matchings of maximum cardinality only, if `maxCardinality`. Returns each vertex's partner, −1 where it
   * has none. An edge is two vertices, numbered from 0, and an integer weight.
   */
  export default function blossom(edges: (readonly [number, number, number])[], maxCardinality?: boolean): number[];
}
