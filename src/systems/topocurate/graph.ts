// The quotient graph against the machines behind it: potentials, order, merging and shortest ways.

import { hasCycle } from "graphology-dag";
import { Random } from "../../core/random.ts";
import { deskValues, fewestTurns, NOVICE } from "../../environments/tools/desk-machine.ts";
import { type QuotientGraph, quotientGraph, shortestSuccess } from "../../feedback/topology/quotient-graph.ts";
import { actionKey, type Rollout } from "../../feedback/topology/rollout.ts";
import { above, atMost } from "../../study/bound.ts";
import { type Claim, equation, is, never } from "../../study/claim.ts";
import { exact } from "../../study/figure.ts";
import { deskBank, PATIENCE, ROLLOUTS, rolloutsOf } from "./desk.ts";

/** What holds of graphs, with potentials from `many` rollouts, compared at nodes that a tenth of them visit. */
export function graphEquations(seed: number, many = 100_000): Claim[] {
  const bank = deskBank("branch", 20, 50_000 + seed);
  const rng = Random.of(seed, "topocurate", "graphs");
  const few = bank.machines.map((_, task) => rolloutsOf(bank, task, NOVICE, ROLLOUTS, rng));
  const graphs = few.map((rollouts) => quotientGraph(rollouts).graph);
  // A ticket that is ready when patience ends needs no submission: the state of such a world holds the time.
  const longer = bank.machines.filter((machine, task) => {
    const rollouts = rolloutsOf(bank, task, NOVICE, 3000, rng, { timed: true });
    return shortestSuccess(quotientGraph(rollouts)) !== fewestTurns(machine);
  });
  const { furthest, nodes } = potentials(seed, many);
  return [
    equation(`Φ after ${many} rollouts, less the true chance of success, at the nodes that a tenth of them visit`, [
      is(exact(furthest), atMost(0.02), "furthest"),
      is(exact(nodes), above(0), "nodes"),
    ]),
    equation(`graphs of ${graphs.length} tasks have no circle, though policies go in circles`, [
      never(graphs.filter((graph) => hasCycle(graph)).length, "with a circle"),
      is(
        exact(graphs.filter((graph) => graph.someNode((node) => node.startsWith("1:"))).length),
        above(0),
        "circles were cut in",
      ),
    ]),
    equation(
      `two renamed copies of a trajectory, their arguments written otherwise, add no node and no edge to ${few.length} graphs`,
      never(few.filter((rollouts) => addsNodes(rollouts)).length, "graphs grow"),
    ),
    equation(
      `shortest way to success after 3000 rollouts beside breadth-first search on ${few.length} machines`,
      never(longer.length, "differ"),
    ),
  ];
}

/** How far Φ is from Bellman's values, over nodes with enough visits of two tasks. */
function potentials(seed: number, many: number): { furthest: number; nodes: number } {
  const bank = deskBank("branch", 2, 60_000 + seed);
  let [furthest, nodes] = [0, 0];
  for (const [task, machine] of bank.machines.entries()) {
    const rng = Random.of(seed, "topocurate", "potentials", task);
    const rollouts = rolloutsOf(bank, task, NOVICE, many, rng, { timed: true });
    const { paths, graph, potential } = quotientGraph(rollouts);
    const values = deskValues(machine, NOVICE, PATIENCE);
    const compared = new Set<string>();
    for (const [k, { turns }] of rollouts.entries()) {
      for (const [t, { tool, state }] of turns.entries()) {
        const node = paths[k][t + 1];
        if (compared.has(node) || graph.getNodeAttribute(node, "visits") < many / 10) continue;
        compared.add(node);
        const at = Number(state?.split("@")[0]);
        const truth = tool === "submit" ? machine.accepted[at] : values[(t + 1) * machine.states + at];
        furthest = Math.max(furthest, Math.abs(potential(node) - truth));
      }
    }
    nodes += compared.size;
  }
  return { furthest, nodes };
}

function addsNodes(rollouts: readonly Rollout[]): boolean {
  const called = (rollout: Rollout, given: object) => ({
    ...rollout,
    turns: rollout.turns.map((turn) => ({ ...turn, action: actionKey(turn.tool, given) })),
  });
  const written = rollouts.map((rollout) => called(rollout, { ticket: "T-7", urgent: true }));
  const copies = [
    called({ ...rollouts[0], id: "copy" }, { urgent: true, ticket: " t-7" }),
    called({ ...rollouts[0], id: "another copy" }, { ticket: "T-7 ", note: null, urgent: true }),
  ];
  const size = ({ graph }: QuotientGraph) => graph.order + graph.size;
  return size(quotientGraph([...written, ...copies])) !== size(quotientGraph(written));
}
