// What infers intents of neighbours: networks that learn by foreseeing rows, and what each seat holds of its neighbours in an episode.

import type { Random } from "../../core/random.ts";
import type { networkProgram } from "../../nn/models/network-program.ts";
import type { Parameters } from "../../nn/parameters.ts";
import type { SeenPlay } from "./neighbour-rows.ts";

/** A compiled reading of a moment. */
export type Reader = ReturnType<typeof networkProgram>;

/** What a seat holds of its neighbours in one episode. */
export interface Mind {
  /** [places × size], as it is now. */
  readonly latents: Float32Array;
  /** A new episode begins. */
  reset(): void;
  /** Reads the next observation, which begins at `at`. */
  see(observations: Float32Array, at: number): void;
}

/** An inference that learns from its own observations. */
export interface Inference {
  /** Name of its latents in an observation. */
  readonly name: string;
  /** Numbers of a latent, and their bounds. */
  readonly size: number;
  readonly low: number;
  readonly high: number;
  readonly parameters: Parameters;
  /** State of its optimiser. */
  readonly optimiser: Float32Array;
  /** Compiles a reading by these parameters, which are its own or a copy of them. */
  reader(own: Parameters): Reader;
  mind(reader: Reader): Mind;
  /** Learns from play. Returns the mean loss, undefined where the play has no stretch that is long enough. */
  learn(play: SeenPlay, hand: Random): number | undefined;
  close(): void;
}
