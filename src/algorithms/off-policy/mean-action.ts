// What the others of a team do on average, as each seat sees it: a running mean of their last actions (mean-field learning,
// Yang et al., arXiv 1802.05438, section 3). In training it stands beside every observation, in the memory too; a trained
// player keeps its own.

import { type NumericSpec, Status } from "../../core/environment.ts";
import { actionPlaces } from "../../core/last-actions.ts";
import { observationScale } from "../../play/vector-environment.ts";
import type { Beside } from "../network-player.ts";
import type { ActionChoices } from "./action-choices.ts";
import { identity } from "./joint-critics.ts";
import type { Memory } from "./replay-buffer.ts";

/** A running mean for each seat of a team; a mean is `width` numbers of the choices' codes. */
type MeanAction = ReturnType<typeof meanAction>;

/**
 * m ← (1 − mix)·m + mix·(mean of team-mates' last actions). Throws a UserError where the world does not show actions.
 */
export function meanAction(
  spec: NumericSpec,
  seats: readonly number[],
  { count, width }: Pick<ActionChoices, "count" | "width">,
  mix: number,
) {
  const A = spec.actionSize;
  const discrete = spec.choices !== undefined;
  const places = seats.map((seat) => actionPlaces(spec, seat));
  const last = new Float64Array(width);
  return {
    width,
    /** Writes the mean before the first actions: the middle of the box, or all choices alike. */
    begin: (into: Float32Array, at: number) => into.fill(discrete ? 1 / count : 0, at, at + width),
    /**
     * Moves the mean of the seat at `place` towards the mean of what its team-mates did last, which its observation shows;
     * `number` gives the observation's numbers in the world's units.
     */
    move(place: number, number: (at: number) => number, mean: Float32Array, at: number) {
      last.fill(0);
      for (const [k, seat] of seats.entries()) {
        if (k === place) continue;
        const from = places[place][seat];
        if (discrete) {
          const choice = Math.round(number(from));
          if (choice >= 0 && choice < count) last[choice] += 1;
          continue;
        }
        for (let d = 0; d < A; d++) {
          const low = spec.actionLow[seat * A + d];
          const width = spec.actionHigh[seat * A + d] - low;
          const share = width > 0 ? (number(from + d) - low) / width : 0.5;
          last[d] += 2 * Math.min(1, Math.max(0, share)) - 1;
        }
      }
      for (let d = 0; d < width; d++) mean[at + d] = (1 - mix) * mean[at + d] + (mix * last[d]) / (seats.length - 1);
    },
  };
}

/** No step taken yet. */
export function meanViews(spec: NumericSpec, running: MeanAction, team: number, copies: number) {
  const O = spec.observationSize;
  const { width } = running;
  const seen = O + width;
  const scale = observationScale(spec);
  const means = new Float32Array(copies * team * width);
  const now = new Float32Array(copies * team * seen);
  const next = new Float32Array(team * seen);
  const begin = (copy: number): void => {
    for (let place = 0; place < team; place++) running.begin(means, (copy * team + place) * width);
  };
  const put = (observations: Float32Array, from: number, row: number, into: Float32Array, at: number): void => {
    for (let k = 0; k < O; k++) into[at + k] = observations[from + k];
    for (let k = 0; k < width; k++) into[at + O + k] = means[row * width + k];
  };
  return {
    /** New episodes begin everywhere. */
    begin() {
      for (let c = 0; c < copies; c++) begin(c);
    },
    /** Rows [copies·team × (O + width)] for the observations [copies·team × O] that are acted on; overwritten by the next call. */
    look(observations: Float32Array) {
      for (let row = 0; row < copies * team; row++) put(observations, row * O, row, now, row * seen);
      return now;
    },
    /** A memory that hands transitions on to `memory` with the means beside their observations. */
    before: (memory: Memory): Memory => ({
      add(transition) {
        const copy = transition.observationAt / (team * O);
        const { nextObservations, nextAt } = transition;
        for (let place = 0; place < team; place++) {
          const row = copy * team + place;
          const from = nextAt + place * O;
          // What learners see is scaled; a mean is of actions as they are.
          const raw = (k: number) => nextObservations[from + k] / scale.factor[k] + scale.shift[k];
          running.move(place, raw, means, row * width);
          put(nextObservations, from, row, next, place * seen);
        }
        memory.add({
          ...transition,
          observations: now,
          observationAt: copy * team * seen,
          nextObservations: next,
          nextAt: 0,
        });
        if (transition.status !== Status.running) begin(copy);
      },
      save: () => memory.save(),
      restore: (tensors) => memory.restore(tensors),
    }),
  };
}

/** What the player of the seat at `place` sees beside its observation: the running mean, and which seat it is. */
export function watching(running: MeanAction, team: number, place: number): Beside {
  const who = identity(team, place);
  const mean = new Float32Array(running.width);
  let acted = false;
  return {
    size: running.width + who.size,
    reset() {
      running.begin(mean, 0);
      acted = false;
    },
    write(observation, into, at) {
      if (acted) running.move(place, (k) => observation[k], mean, 0);
      acted = true;
      into.set(mean, at);
      who.write(observation, into, at + running.width);
    },
  };
}
