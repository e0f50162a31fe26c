// The quotient graph against the machines behind it: potentials, order, merging and shortest ways.

import { hasCycle } from "graphology-dag";
import { expect, test } from "vitest";
import { deskBank, PATIENCE, rolloutsOf } from "../../../test/fixtures/desk-rollouts.ts";
import { fewestTurns } from "../../../test/fixtures/fewest-turns.ts";
import { Random } from "../../core/random.ts";
import { deskValues, NOVICE } from "../../environments/tools/desk-machine.ts";
import { type QuotientGraph, quotientGraph, shortestSuccess } from "../../feedback/topology/quotient-graph.ts";
import { actionKey, type Rollout } from "../../feedback/topology/rollout.ts";

const SEED = 7;
const bank = deskBank("branch", 20, 50_000 + SEED);
const rng = Random.of(SEED, "topocurate", "graphs");
const few = bank.machines.map((_, task) => rolloutsOf(bank, task, 32, rng));

test("Φ after many rollouts is the true chance of success, at the nodes that a tenth of them visit", () => {
  const { furthest, nodes } = potentials(SEED, 100_000);
  expect(furthest).toBeLessThanOrEqual(0.02);
  expect(nodes).toBeGreaterThan(0);
});

test("graphs have no circle, though policies go in circles, which are cut", () => {
  const graphs = few.map((rollouts) => quotientGraph(rollouts).graph);
  expect(graphs.filter((graph) => hasCycle(graph))).toEqual([]);
  expect(graphs.some((graph) => graph.someNode((node) => node.startsWith("1:")))).toBe(true);
});

test("two renamed copies of a trajectory, their arguments written otherwise, add no node and no edge", () => {
  expect(few.filter(addsNodes)).toEqual([]);
});

test("the shortest way to success is that of breadth-first search on the machine", () => {
  // A ticket that is ready when patience ends needs no submission: the state of such a world holds the time.
  for (const [task, machine] of bank.machines.entries()) {
    const rollouts = rolloutsOf(bank, task, 3000, rng, true);
    expect(shortestSuccess(quotientGraph(rollouts))).toBe(fewestTurns(machine));
  }
});

/** How far Φ is from Bellman's values, over nodes with enough visits of two tasks. */
function potentials(seed: number, many: number): { furthest: number; nodes: number } {
  const bank = deskBank("branch", 2, 60_000 + seed);
  let [furthest, nodes] = [0, 0];
  for (const [task, machine] of bank.machines.entries()) {
    const rng = Random.of(seed, "topocurate", "potentials", task);
    const rollouts = rolloutsOf(bank, task, many, rng, true);
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
