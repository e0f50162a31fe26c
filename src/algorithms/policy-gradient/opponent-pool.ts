// Networks as they were, in the seats that a learner leaves: with the newest alone this is self-play against a frozen copy,
// with all of them it is fictitious play by learning (Heinrich & Silver, arXiv 1603.01121) and fictitious co-play in
// spirit (Strouse et al., arXiv 2110.08176). Partners draw from their policies, and stay for an episode.

import { z } from "zod";
import type { NumericSpec } from "../../core/environment.ts";
import { Status } from "../../core/environment.ts";
import { flag, share, whole } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { Parameters } from "../../nn/parameters.ts";
import type { VectorEnvironment } from "../../play/vector-environment.ts";
import { type SavedTensor, type SavedTensors, saved } from "../training-checkpoint.ts";
import { decodeAction } from "./action-head.ts";
import { type ActorCritic, type CompiledStep, compiledStep } from "./actor-critic.ts";

/** Snapshots from which on the newest has a chance of its own. */
const SOME = 3;

/** How the past plays. */
export const pastSchema = z.strictObject({
  refresh: z
    .int()
    .min(1)
    .default(10_000)
    .describe("steps of a learner between two snapshots of it; the first is untrained"),
  keep: whole(1, 10_000, 1).describe("newest snapshots that may play; 1 is self-play"),
  newest: share(0.5).describe(
    `chance that the newest plays an episode once ${SOME} are kept; the older share the rest`,
  ),
  itself: flag(true).describe(
    "where the world calls seats interchangeable, one network learns for all and meets itself",
  ),
});

export type PastOptions = z.output<typeof pastSchema>;

export interface Snapshot {
  readonly parameters: Parameters;
  /** Its tensors, and the head's own among them, if it has any. */
  readonly views: readonly Float32Array[];
  readonly spread: Float32Array | undefined;
}

/** Earlier parameters of one network, oldest first. */
type PastNetworks = ReturnType<typeof pastOf>;

/** A past that begins with the network as it is. */
export function pastOf(network: ActorCritic, { keep, newest }: PastOptions) {
  const { spread } = network.head;
  const snapshot = (parameters: Parameters): Snapshot => {
    const views = parameters.views();
    return { parameters, views, spread: views[parameters.shapes.findIndex(({ name }) => name === spread?.shape.name)] };
  };
  const kept = [snapshot(network.parameters.clone())];
  return {
    network,
    /** Takes a snapshot, and drops the oldest beyond those to keep. */
    remember() {
      kept.push(snapshot(network.parameters.clone()));
      if (kept.length > keep) kept.shift();
    },
    /** The snapshot for a new episode. */
    draw(random: Random): Snapshot {
      const last = kept.length - 1;
      if (kept.length < SOME) return kept[random.integer(kept.length)];
      return random.uniform() < newest ? kept[last] : kept[random.integer(last)];
    },
    save: (): SavedTensor[] => kept.map(({ parameters }, k) => saved(`past.${k}`, parameters.flat)),
    restore(tensors: SavedTensors) {
      const { shapes, flat } = network.parameters;
      kept.length = 0;
      for (let k = 0; ; k++) {
        const data = tensors.get(`past.${k}`);
        if (data === undefined) break;
        if (data.length !== flat.length)
          throw new Error(`it has ${data.length} numbers "past.${k}" where ${flat.length} belong`);
        kept.push(snapshot(new Parameters(shapes, data.slice())));
      }
      if (kept.length === 0) throw new Error('it has no tensor "past.0"');
    },
  };
}

/** Players beside one learner, which do not learn. */
export type FixedPlayers = ReturnType<typeof fixedPlayers>;

/** One place, its snapshot for this episode and what that remembers. */
interface Role {
  readonly place: number;
  held: Snapshot;
  readonly memory: Float32Array;
}

/** The places that one past plays. */
interface Troupe {
  readonly past: PastNetworks;
  readonly roles: readonly Role[];
  readonly step: CompiledStep;
  readonly encoded: Float32Array;
  /** Whom the step's weights are of. */
  weighed: Snapshot | undefined;
  /** Roles by snapshot. */
  parts: ReadonlyMap<Snapshot, readonly number[]>;
}

/** The fixed players at the learning `seats` that a learner leaves in each copy; `pasts` is by seat. */
export function fixedPlayers(
  spec: NumericSpec,
  copies: number,
  seats: readonly number[],
  pasts: ReadonlyMap<number, PastNetworks>,
) {
  const n = spec.agents.length;
  const O = spec.observationSize;
  let troupes: readonly Troupe[] = [];
  const compiled = new Map<PastNetworks, CompiledStep>();
  let hand: Random | undefined;
  let lots: Random | undefined;

  /** A past plays as many places in every segment. */
  const stepOf = (past: PastNetworks, rows: number): CompiledStep => {
    const step = compiled.get(past) ?? compiledStep(past.network.actor, O, rows);
    compiled.set(past, step);
    return step;
  };

  return {
    /** New episodes in all copies; the learner plays `taken`, places copy · agents + seat. */
    begin(taken: Int32Array, random: Random) {
      hand = random.stream("actions");
      lots = random.stream("partners");
      const own = new Set(taken);
      const places = new Map<PastNetworks, number[]>();
      for (let copy = 0; copy < copies; copy++) {
        for (const seat of seats) {
          const past = pasts.get(seat);
          if (past === undefined || own.has(copy * n + seat)) continue;
          places.set(past, [...(places.get(past) ?? []), copy * n + seat]);
        }
      }
      const draws = lots;
      troupes = [...places].map(([past, list]) => {
        const { actor, head } = past.network;
        const remembered = actor.memorySize;
        const roles = list.map((place) => ({ place, held: past.draw(draws), memory: new Float32Array(remembered) }));
        const encoded = new Float32Array(head.encoding);
        return { past, roles, step: stepOf(past, roles.length), encoded, weighed: undefined, parts: partsOf(roles) };
      });
    },
    /** Writes the actions of the fixed players among those of all seats. */
    act(world: VectorEnvironment, actions: Float64Array) {
      if (hand === undefined) throw new Error("fixed players act before their first segment");
      for (const troupe of troupes) {
        const { past, roles, step, encoded } = troupe;
        const { head, actor } = past.network;
        const M = actor.memorySize;
        for (const [snapshot, members] of troupe.parts) {
          if (troupe.weighed !== snapshot) step.weigh(snapshot.views);
          troupe.weighed = snapshot;
          for (const k of members) {
            const from = roles[k].place * O;
            for (let j = 0; j < O; j++) step.input[k * O + j] = world.observations[from + j];
            step.remembered.set(roles[k].memory, k * M);
          }
          const [outputs, next] = step.run();
          for (const k of members) {
            const { place, memory } = roles[k];
            head.sample(outputs, k * head.outputs, snapshot.spread, hand, encoded, 0);
            decodeAction(spec, place % n, encoded, 0, actions, place * spec.actionSize);
            if (next !== undefined) memory.set(next.subarray(k * M, (k + 1) * M));
          }
        }
      }
    },
    /** Where an episode ended, others come in. */
    receive(world: VectorEnvironment) {
      if (lots === undefined || !world.status.some((status) => status !== Status.running)) return;
      for (const troupe of troupes) {
        for (const role of troupe.roles) {
          if (world.status[Math.floor(role.place / n)] === Status.running) continue;
          role.held = troupe.past.draw(lots);
          role.memory.fill(0);
        }
        troupe.parts = partsOf(troupe.roles);
      }
    },
    close() {
      for (const step of compiled.values()) step.close();
    },
  };
}

function partsOf(roles: readonly Role[]): Map<Snapshot, number[]> {
  const parts = new Map<Snapshot, number[]>();
  for (const [k, { held }] of roles.entries()) {
    const members = parts.get(held);
    if (members === undefined) parts.set(held, [k]);
    else members.push(k);
  }
  return parts;
}
