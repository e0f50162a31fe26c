// What flows that draw are timed on, and what a process that times one says.

/** The base of a bed of pictures: its world, and how it is trained. */
export interface PictureTask {
  readonly name: string;
  readonly world: string;
  readonly batch: number;
  readonly gradientSteps: number;
  readonly demonstrations: number;
  /** Numbers of a part of an action and of its context, and parts of an action: the network's shapes. */
  readonly size: number;
  readonly context: number;
  readonly tokens: number;
}

/** Units of the network's layers, and its blocks. */
export const [WIDTH, BLOCKS] = [128, 2];

/** What a process is told: a gradient step, a whole base, or the exact parts. */
export interface PictureOrder extends PictureTask {
  readonly threads: number;
  readonly steps: number;
  readonly what: "step" | "base";
}

/** Medians of gradient steps in seconds, or wall and processor seconds of a base. */
export interface PictureOutcome {
  readonly seconds: number;
  readonly processor: number;
}

/** Bytes per second that the exact parts read, and of a copy of the same bytes. */
export interface ExactOutcome {
  readonly parser: number;
  readonly sampler: number;
  readonly copy: number;
}

export const PICTURE_TASKS: readonly PictureTask[] = [
  {
    ...{ name: "sprites", world: "pictures/sprites", batch: 192, gradientSteps: 1200, demonstrations: 20_000 },
    ...{ size: 64, context: 24, tokens: 3 },
  },
  {
    ...{ name: "clips", world: "pictures/clips", batch: 64, gradientSteps: 2000, demonstrations: 8000 },
    ...{ size: 64, context: 37, tokens: 6 },
  },
  {
    ...{ name: "points", world: "pictures/points", batch: 192, gradientSteps: 1200, demonstrations: 20_000 },
    ...{ size: 2, context: 18, tokens: 1 },
  },
];
