// Ways of paying somebody who looks at a long tape twice: for the answer, for a second look that is enough by itself, or for both.

import type { StudyJob } from "../../study/legacy.ts";
import {
  type Bed,
  GRPO,
  paidWriter,
  textContext,
  type Writer,
  warmWriter,
  writtenMeans,
} from "../../study/testbeds/text.ts";
import { exerciseFrom, type SecondQueryOptions, secondQuery } from "./callback.ts";

/** Six scenes of twelve cells; a question that is always the same; four calls in five at random, and 8 % misreadings. */
const WORLD = {
  id: "language/tape",
  scenes: 6,
  frames: 6,
  cells: 12,
  event: 2,
  questions: 1,
  distractors: 0,
  noise: 0.8,
  misreads: 0.1,
};
/** Half of the demonstrations answer from a random second look alone. */
const WARM = { width: 32, steps: 450, alone: 0.5 };
/** The released code's price of a text that is out of form. */
const FORM = 0.1;

type Asked = SecondQueryOptions["exercise"];

/** The second look alone, and all that came before it too. */
const alone = exerciseFrom("alone");
const withFirstLook: Asked = ({ texts = {} }) => {
  const text = texts.text();
  if (texts.alone() === "") return undefined;
  return { question: text.slice(0, text.lastIndexOf("]") + 1), answers: [texts.answer()] };
};

interface Arm {
  /** λ₁ and λ₂. */
  readonly final: number;
  readonly causal: number;
  readonly asked?: Asked;
  /** What a call shows. */
  readonly review?: string;
  readonly shortcut?: number;
}

const FINAL_ONLY = { final: 0.6, causal: 0 };
const DECOUPLED = { final: 0.6, causal: 0.3 };
const arms = {
  "text only": { ...FINAL_ONLY, review: "again" },
  "final only": FINAL_ONLY,
  decoupled: DECOUPLED,
  inverted: { final: 0.3, causal: 0.6 },
  "first look seen": { ...DECOUPLED, asked: withFirstLook },
  "right segment": { ...FINAL_ONLY, review: "right" },
  "causal only": { final: 0, causal: 0.9 },
  "final only, no shortcut": { ...FINAL_ONLY, shortcut: 0.25 },
  "decoupled, no shortcut": { ...DECOUPLED, shortcut: 0.25 },
} satisfies Record<string, Arm>;

export type ArmName = keyof typeof arms;

/** Arms of both forms, and those of the long one. */
export const USUAL: readonly ArmName[] = [
  "text only",
  "final only",
  "decoupled",
  "inverted",
  "first look seen",
  "right segment",
  "final only, no shortcut",
  "decoupled, no shortcut",
];
export const FURTHER: readonly ArmName[] = ["causal only"];

/** What a writer does. */
export interface Conduct {
  readonly right: number;
  readonly hit: number;
  readonly iou: number;
  readonly width: number;
  /** Right answers where the first look did not show the event. */
  readonly unseenRight: number;
  /** Hits when a segment as long as the called one is shown that lies anywhere. */
  readonly randomHit: number;
  /** Hit rate while it learns, by update. */
  readonly hits: readonly number[];
}

export interface Job {
  readonly seed: number;
  readonly updates: number;
  readonly names: readonly ArmName[];
}

const bedOf = ({ review = "called", shortcut = 0.6 }: Arm): Bed => ({
  world: { ...WORLD, review, shortcut },
  width: WARM.width,
  steps: WARM.steps,
});

/** Pays a warm writer in every arm; what came of each, and of the writer itself as `warm`. */
export async function looks(
  { seed, updates, names }: Job,
  signal?: AbortSignal,
): Promise<Readonly<Record<string, Conduct>>> {
  const warmed = new Map<number, Writer>();
  const warm = (arm: Arm): Writer => {
    const { world, ...rest } = bedOf({ ...arm, review: "called" });
    const key = arm.shortcut ?? 0.6;
    const writer = warmed.get(key) ?? warmWriter({ ...rest, world: { ...world, alone: WARM.alone } }, seed, signal);
    warmed.set(key, writer);
    return writer;
  };
  const usual = arms["final only"];
  const found: Record<string, Conduct> = { warm: conductOf(bedOf(usual), warm(usual), []) };
  for (const name of names) {
    const arm: Arm = arms[name];
    const bed = bedOf(arm);
    const context = textContext(bed, { weights: { correct: arm.final, malformed: -FORM } }, seed);
    const [hit, count] = [context.spec.channels.findIndex((one) => one.name === "hit"), context.spec.channels.length];
    const hits: number[] = [];
    const { writer } = paidWriter(context, warm(arm), updates, GRPO, {
      signal,
      callback:
        arm.causal > 0
          ? (stage) => secondQuery(stage, { weight: arm.causal, exercise: arm.asked ?? alone })
          : undefined,
      watch({ rows, outcomes }) {
        let sum = 0;
        for (let row = 0; row < rows; row++) sum += outcomes[row * count + hit];
        hits.push(sum / rows);
      },
    });
    found[name] = conductOf(bed, writer, hits);
  }
  return found;
}

function conductOf(bed: Bed, writer: Writer, hits: readonly number[]): Conduct {
  const all = writtenMeans(bed, writer, 2);
  const anywhere = writtenMeans({ ...bed, world: { ...bed.world, review: "random" } }, writer, 1);
  return {
    right: all.correct,
    hit: all.hit,
    iou: all.iou,
    width: all.width,
    unseenRight: all.unseenRight / (1 - all.glimpsed),
    randomHit: anywhere.hit,
    hits,
  };
}

export const looksPart: StudyJob<Job, Readonly<Record<string, Conduct>>> = {
  module: import.meta.url,
  name: "looks",
  compute: looks,
};
