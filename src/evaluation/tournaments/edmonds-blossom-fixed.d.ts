// The package has no types of its own.

declare module "edmonds-blossom-fixed" {
  /**
   * A matching of largest weight, of all such with the most edges where `maxCardinality`; of each vertex its partner, −1 where there is
   * none. An edge is two vertices, numbered from 0, and a whole number.
   */
  export default function blossom(edges: (readonly [number, number, number])[], maxCardinality?: boolean): number[];
}
