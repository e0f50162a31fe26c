// Exact optimal stopping: Wald's sequential test with costs per worker and round and a finite number of rounds, by dynamic programming over
// the log-odds, which lie on a grid because strengths are integer multiples of one unit.

import { logistic, type Move, type Protocol } from "./protocol.ts";

/** An optimal policy. */
export interface StopPlan {
  /** E[right answer − costs] of an episode. */
  readonly value: number;
  /** Optimal choice for this evidence (units in favour of the leading answer, ≥ 0) after `time` rounds; 0 answers. */
  choice(evidence: number, time: number): number;
}

/** Writes the probabilities of each choice, [choices], given evidence ≥ 0, workers used and rounds passed. */
export type StopPolicy = (evidence: number, workers: number, time: number, chances: Float64Array) => void;

/**
 * V_t(z) = max(σ(z·u), max over moves of E[V_{t+1}(|z + Δ|)] − cost) with V = σ(z·u) after the last round (Wald, 1947; Arrow, Blackwell &
 * Girshick, 1949). Ties are resolved by answering. Throws where the answer does not follow the log-odds.
 */
export function optimalStop(protocol: Protocol): StopPlan {
  const { rounds, moves } = checked(protocol);
  const grid = evidenceGrid(protocol);
  let values = grid.answer.slice();
  const plan: Uint8Array[] = [];
  for (let t = rounds - 1; t >= 0; t--) {
    const before = new Float64Array(grid.size);
    const choices = new Uint8Array(grid.size);
    for (let z = 0; z < grid.size; z++) {
      before[z] = grid.answer[z];
      for (const [k, move] of moves.entries()) {
        const value = grid.ahead(values, z, move) - move.cost;
        if (value > before[z] + 1e-15) {
          before[z] = value;
          choices[z] = k + 1;
        }
      }
    }
    values = before;
    plan.unshift(choices);
  }
  return {
    value: values[0],
    choice: (evidence, time) => (time >= rounds ? 0 : plan[time][Math.min(evidence, grid.size - 1)]),
  };
}

/** Exact E[right answer − costs] of a policy. Throws where the answer does not follow the log-odds. */
export function stopValue(protocol: Protocol, policy: StopPolicy): number {
  const { rounds, moves, choices } = checked(protocol);
  const grid = evidenceGrid(protocol);
  const widest = Math.max(...moves.map(({ workers }) => workers));
  const chances = new Float64Array(choices);
  /** Values by number of workers used. */
  let values = Array.from({ length: rounds * widest + 1 }, () => grid.answer);
  for (let t = rounds - 1; t >= 0; t--) {
    const after = values;
    values = Array.from({ length: t * widest + 1 }, (_, n) => {
      const row = new Float64Array(grid.size);
      // Each round takes at least one worker.
      for (let z = 0; n >= t && z < grid.size; z++) {
        policy(z, n, t, chances);
        row[z] = chances[0] * grid.answer[z];
        for (const [k, move] of moves.entries()) {
          const chance = chances[k + 1];
          if (chance > 0) row[z] += chance * (grid.ahead(after[n + move.workers], z, move) - move.cost);
        }
      }
      return row;
    });
  }
  return values[0][0];
}

function checked(protocol: Protocol): Protocol {
  if (!protocol.solved) throw new Error("a majority of reports of several weights is not a test on their log-odds");
  return protocol;
}

/** Grid of the evidence for the leading answer; the other side follows by symmetry. */
function evidenceGrid({ counted, moves, rounds }: Protocol) {
  const size = rounds * Math.max(...moves.map(({ reach }) => reach)) + 1;
  /** Probability that the leading answer is right, by evidence. */
  const answer = Float64Array.from({ length: size }, (_, z) => logistic(z * counted));
  /** E[value after the move]; the leading answer is right with the probability implied by the evidence. */
  const ahead = (values: Float64Array, z: number, { brings, reach }: Move): number => {
    let sum = 0;
    for (let k = 0; k < brings.length; k++) {
      const chance = answer[z] * brings[k] + (1 - answer[z]) * brings[brings.length - 1 - k];
      if (chance > 0) sum += chance * values[Math.min(size - 1, Math.abs(z + k - reach))];
    }
    return sum;
  };
  return { size, answer, ahead };
}
