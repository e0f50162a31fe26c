// Ways of paying a model that looks at a long tape twice: for the answer, for a second look that is enough by itself, or for both.

import { mean } from "../../evaluation/statistics/moments.ts";
import { type Bed, type Writer, writtenMeans } from "../../study/testbeds/text.ts";
import { type ArmTraining, type TextArm, textArms } from "../../study/testbeds/text-arms.ts";
import { exerciseFrom, type SecondQueryOptions, secondQuery } from "./callback.ts";

/** Six scenes of twelve cells; a question that is always the same; four calls in five at random, and 8 % misreadings. */
const BED: Bed = {
  world: {
    id: "language/tape",
    scenes: 6,
    frames: 6,
    cells: 12,
    event: 2,
    questions: 1,
    distractors: 0.25,
    noise: 0.8,
    misreads: 0.1,
    review: "called",
    shortcut: 0.6,
  },
  width: 32,
  steps: 450,
};
/** Half of the demonstrations answer from a random second look alone. */
const warmIn = (shortcut = 0.6): Bed => ({ ...BED, world: { ...BED.world, shortcut, alone: 0.5 } });

type Asked = SecondQueryOptions["exercise"];

/** The second look alone, and all that came before it too. */
const alone = exerciseFrom("alone");
const withFirstLook: Asked = ({ texts = {} }) => {
  const text = texts.text();
  if (texts.alone() === "") return undefined;
  return { question: text.slice(0, text.lastIndexOf("]") + 1), answers: [texts.answer()] };
};

/** Pay of λ₁ for the answer and λ₂ for the segment; a text that is out of form costs 0.1, as in the released code. */
function paid(final: number, causal: number, asked = alone): TextArm {
  return {
    reward: { weights: { correct: final, malformed: -0.1 } },
    callback: causal > 0 ? (stage) => secondQuery(stage, { weight: causal, exercise: asked }) : undefined,
  };
}

const [FINAL_ONLY, DECOUPLED] = [paid(0.6, 0), paid(0.6, 0.3)];
/** An arm where titles name the actor so often; its writer is warmed up there. */
const at = (shortcut: number, arm: TextArm): TextArm => ({ ...arm, world: { shortcut }, warm: warmIn(shortcut) });

export const arms = {
  "text only": { ...FINAL_ONLY, world: { review: "again" } },
  "final only": FINAL_ONLY,
  decoupled: DECOUPLED,
  inverted: paid(0.3, 0.6),
  "first look seen": paid(0.6, 0.3, withFirstLook),
  "right segment": { ...FINAL_ONLY, world: { review: "right" } },
  "final only, no shortcut": at(0.25, FINAL_ONLY),
  "decoupled, no shortcut": at(0.25, DECOUPLED),
  // In the long form.
  "final only, shortcut 0.4": at(0.4, FINAL_ONLY),
  "decoupled, shortcut 0.4": at(0.4, DECOUPLED),
  "causal only": paid(0, 0.9),
} satisfies Readonly<Record<string, TextArm>>;

export type ArmName = keyof typeof arms;

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
  /** Updates until ten in a row hit 0.6 of the time; all of them where that never happens. */
  readonly updates: number;
}

function conductOf(writer: Writer, { bed, reports }: ArmTraining<TextArm>): Conduct {
  const all = writtenMeans(bed, writer, 2);
  const anywhere = writtenMeans({ ...bed, world: { ...bed.world, review: "random" } }, writer, 1);
  const reached = reports.findIndex(
    (_, k) => k >= 9 && mean(reports.slice(k - 9, k + 1).map(({ hitShare }) => hitShare)) >= 0.6,
  );
  return {
    right: all.correct,
    hit: all.hit,
    iou: all.iou,
    width: all.width,
    unseenRight: all.unseenRight / (1 - all.glimpsed),
    randomHit: anywhere.hit,
    updates: reached < 0 ? reports.length : reached + 1,
  };
}

/** Pays a copy of a warm writer in each arm; what came of them. */
export const looks = textArms({
  bed: BED,
  warm: warmIn(),
  arms,
  watch: ({ hit }) => ({ hitShare: mean(hit) }),
  meter: conductOf,
});

export const looksPart = { module: import.meta.url, name: "looks", compute: looks };
