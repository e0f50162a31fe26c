// The quotient graph against the machines behind it: potentials, order, merging and shortest ways.

import { hasCycle } from "graphology-dag";
import { Random } from "../../core/random.ts";
import { deskValues, fewestTurns, NOVICE } from "../../environments/tools/desk-machine.ts";
import { type QuotientGraph, quotientGraph, shortestSuccess } from "../../feedback/topology/quotient-graph.ts";
import { actionKey, type Rollout } from "../../feedback/topology/rollout.ts";
import { type Check, holds } from "../../study/legacy.ts";
import { deskBank, PATIENCE, ROLLOUTS, rolloutsOf } from "./desk.ts";

/** The checks, with potentials from `many` rollouts, compared at nodes that a tenth of them visit. */
export function graphChecks(seed: number, many = 100_000): Check[] {
  const bank = deskBank("branch", 20, 50_000 + seed);
  const rng = Random.of(seed, "topocurate", "graphs");
  const few = bank.machines.map((_, task) => rolloutsOf(bank, task, NOVICE, ROLLOUTS, rng));
  const graphs = few.map((rollouts) => quotientGraph(rollouts));
  const circles = graphs.filter(({ graph }) => hasCycle(graph)).length;
  const copied = graphs.filter(({ graph }) => graph.someNode((node) => node.startsWith("1:"))).length;
  const grown = few.filter((rollouts) => addsNodes(rollouts)).length;
  // A ticket that is ready when patience ends needs no submission: the state of such a world holds the time.
  const ways = bank.machines.map((machine, task) => ({
    found: shortestSuccess(quotientGraph(rolloutsOf(bank, task, NOVICE, 3000, rng, { timed: true }))),
    true: fewestTurns(machine),
  }));
  const strays = ways.filter((way) => way.found !== way.true).length;
  const { furthest, nodes } = potentials(seed, many);
  return [
    holds(
      `Φ after ${many} rollouts against the true chance of success, at the ${nodes} nodes that a tenth of them visit`,
      "within 0.02",
      `furthest ${furthest.toFixed(4)}`,
      nodes > 0 && furthest <= 0.02,
    ),
    holds(
      `graphs of ${graphs.length} tasks have no circle`,
      "none, though policies go in circles",
      `${circles} with a circle; circles were cut in ${copied}`,
      circles === 0 && copied > 0,
    ),
    holds(
      "two renamed copies of a trajectory, their arguments written otherwise",
      "add no node and no edge",
      `${grown} of ${few.length} graphs grow`,
      grown === 0,
    ),
    holds(
      "shortest way to success after 3000 rollouts against breadth-first search on the machine",
      "equal",
      `${strays} of ${ways.length} differ`,
      strays === 0,
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
  const written = rollouts.map((rollout) => called(rollout, { ticket: "T-7", urgent: true }));
  const copies = [
    called({ ...rollouts[0], id: "copy" }, { urgent: true, ticket: " t-7" }),
    called({ ...rollouts[0], id: "another copy" }, { ticket: "T-7 ", note: null, urgent: true }),
  ];
  const size = ({ graph }: QuotientGraph) => graph.order + graph.size;
  return size(quotientGraph([...written, ...copies])) !== size(quotientGraph(written));
}

/** A rollout whose calls have these arguments. */
function called(rollout: Rollout, given: object): Rollout {
  return { ...rollout, turns: rollout.turns.map((turn) => ({ ...turn, action: actionKey(turn.tool, given) })) };
}
