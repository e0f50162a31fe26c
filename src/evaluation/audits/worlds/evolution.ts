// An evolution over what acts in a world: the best of a population are kept, changed and crossed, until a number of plays is spent.

import type { Random } from "../../../core/random.ts";
import type { Actor, ActorKind } from "./actors.ts";
import type { Played, ScriptAction, ScriptPlayer } from "./script.ts";

/** Something that was tried, with the mean of its plays over the seeds. */
export interface SearchedPlays {
  readonly actor: Actor;
  readonly pay: number;
  readonly want: number;
  /** Its plays, seed by seed. */
  readonly played: readonly Played[];
  /** What it did, seed by seed. */
  readonly scripts: readonly (readonly ScriptAction[])[];
}

/** How a search goes on. */
export interface SearchPlace {
  readonly player: ScriptPlayer;
  /** Seeds of the plays, the same for all that is tried. */
  readonly seeds: readonly number[];
  /** Actors that are tried, each of which plays once with every seed. */
  readonly budget: number;
  readonly random: Random;
  readonly signal?: AbortSignal;
  /** Called with the number of plays so far, after each actor. */
  readonly onPlays?: (plays: number) => void;
}

/** Plays an actor once with each seed. */
export function tried(
  player: ScriptPlayer,
  seeds: readonly number[],
  actor: Actor,
  most: number,
  looks: boolean,
): SearchedPlays {
  const { world } = player;
  const view = new Float32Array(world.spec.agents.length * world.spec.observationSize);
  const scripts: (readonly ScriptAction[])[] = [];
  const played = seeds.map((seed): Played => {
    player.begin(seed);
    let now: Played | undefined;
    for (let t = 0; t < most && now?.ended !== true; t++) {
      if (looks) world.observe(view);
      now = player.step(actor(t, view));
    }
    scripts.push(player.done());
    return now ?? { pay: 0, want: 0, steps: 0, ended: false };
  });
  const meanOf = (of: (one: Played) => number) => played.reduce((sum, one) => sum + of(one), 0) / played.length;
  return { actor, pay: meanOf(({ pay }) => pay), want: meanOf(({ want }) => want), played, scripts };
}

/** Size of the population that is kept, and of each generation. */
const KEPT = 16;
const BORN = 32;
/** Share of the budget that is drawn at random before anything is changed. */
const DRAWN = 0.2;

interface Member<G> {
  readonly gene: G;
  readonly tried: SearchedPlays;
  readonly score: number;
}

/** What a search found last, to begin another with. */
export interface Population<G> {
  readonly kind: ActorKind<G>;
  readonly genes: readonly G[];
  readonly best: SearchedPlays;
  readonly score: number;
}

/**
 * Maximises a score over actors of one kind. `from` are members of earlier searches, which are tried first. Of equal scores the newer is kept, so that the
 * search moves over plateaus. It yields to the event loop after each actor, and ends early where its signal is aborted.
 */
export async function evolved<G>(
  kind: ActorKind<G>,
  score: (one: SearchedPlays) => number,
  { player, seeds, budget, random, signal, onPlays }: SearchPlace,
  { most, from = [] }: { readonly most: number; readonly from?: readonly G[] },
): Promise<Population<G>> {
  const measured = (gene: G): Member<G> => {
    const one = tried(player, seeds, kind.actor(gene), most, kind.looks);
    return { gene, tried: one, score: score(one) };
  };
  const isStopped = () => signal?.aborted === true;
  let spent = 0;
  let population: Member<G>[] = [];
  const survive = (born: readonly Member<G>[]): void => {
    spent += born.length;
    population = [...born, ...population].sort((a, b) => b.score - a.score).slice(0, KEPT);
  };
  survive((isStopped() ? from.slice(0, 1) : from).map(measured));
  while (spent < budget && !isStopped()) {
    const isDrawing = spent < DRAWN * budget || population.length < 2;
    const born: Member<G>[] = [];
    for (let k = 0; k < BORN && (k === 0 || spent + k < budget); k++) {
      const parent = () => population[random.integer(population.length)].gene;
      const gene = isDrawing
        ? kind.draw(random)
        : kind.change(random.uniform() < 0.3 ? kind.cross(parent(), parent(), random) : parent(), random);
      born.push(measured(gene));
      onPlays?.((spent + born.length) * seeds.length);
      // An actor of a slow world may take seconds.
      await new Promise((resolve) => setImmediate(resolve));
      if (isStopped()) break;
    }
    survive(born);
  }
  if (population.length === 0) survive([measured(kind.draw(random))]);
  const [best] = population;
  return { kind, genes: population.map(({ gene }) => gene), best: best.tried, score: best.score };
}
