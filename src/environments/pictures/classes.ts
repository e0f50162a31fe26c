// Pictures to be named by a frozen model: lessons are few labelled pictures of known classes, in a fashion of their own; then pictures are named
// among the known classes, among unknown ones, which look as usual, and among all.

import { z } from "zod";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { flag, share, whole, within } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { randomOrder } from "../../math/weighted-draw.ts";
import { barScene } from "../bar-scene.ts";
import { choiceOf, field, flow, parts, singleAgentSpec } from "../declaration.ts";
import { classEncoders, HIDDEN, type PictureClass, PROMPT, templatesOf } from "./class-encoders.ts";
import { COLOURS, PIXELS, QUADRANTS, SHAPES, templates } from "./sprite-bank.ts";
import { sprites } from "./sprites.ts";
import { towersOf } from "./towers.ts";

const parameters = z.strictObject({
  shots: whole(1, 100, 4).describe("labelled pictures of each known class"),
  asked: whole(1, 1000, 20).describe("pictures of each class that are to be named"),
  fitted: within(0.1, 1, 0.6).describe("share of all classes of which the frozen model has seen clean pictures"),
  noise: within(0, 10, 0.8).describe("deviation of noise on the pixels of all pictures that are shown or asked about"),
  contrast: share(0.75).describe("ink of their sprites, of full ink"),
  copy: share(0.62).describe(
    "ink of a copy of the sprite in the next colour, which pictures of known classes alone have",
  ),
  shuffled: flag(false).describe("whether labels of lessons are drawn by chance, as a control"),
});

const CLASSES: readonly PictureClass[] = COLOURS.flatMap((_, colour) =>
  SHAPES.flatMap((_, shape) => QUADRANTS.map((_, quadrant): PictureClass => [colour, shape, quadrant])),
);
const KNOWN = CLASSES.length / 2;
const NAMES = CLASSES.map(([colour, shape, quadrant]) => `${COLOURS[colour]} ${SHAPES[shape]}, ${QUADRANTS[quadrant]}`);
const PLACES = CLASSES.map(templatesOf);
/** Among which classes a picture is named. */
const ASKED = { lesson: 0, known: 1, unknown: 2, all: 3 } as const;
const SHARES = ["known", "unknown", "all"] as const;
/** Bounds of numbers that are normal, or fitted. */
const WIDE = 1e6;

const mixture = sprites.make({ colours: COLOURS.length }).spec.mixture;

export const classes: BoundEntry<NumericEnvironment> = bind({
  id: "pictures/classes",
  summary: "name pictures by a frozen model with a prompt: few lessons of known classes, then known and unknown ones",
  source: "the tasks of prompt tuning: CoOp (arXiv 2109.01134), base to new as in CoCoOp (arXiv 2203.05557)",
  parameters,
  make,
});

/** 2ab/(a + b), of shares or per cent; 0 where both are 0. */
export const harmonicMean = (a: number, b: number): number => (a + b > 0 ? (2 * a * b) / (a + b) : 0);

function make(p: z.output<typeof parameters>): NumericEnvironment {
  if (mixture === undefined) throw new Error("pictures of sprites are a mixture");
  const tower = towersOf(mixture, { colours: COLOURS.length, towers: 1, shift: 0, stretch: 1, turn: 0, blur: 1 });
  const { size } = tower;
  const lessons = KNOWN * p.shots;
  const each = KNOWN * p.asked;
  const pictures = lessons + 2 * each;
  const horizon = lessons + 4 * each;
  const state = layout({
    vectors: [pictures, size],
    truth: [pictures],
    label: [lessons],
    isKnown: [CLASSES.length],
    names: [CLASSES.length, HIDDEN],
    prompting: [HIDDEN, PROMPT],
    readout: [size, HIDDEN],
    scores: [SHARES.length],
    step: [1],
  });
  const v = state.views;
  const pixels = new Float64Array(COLOURS.length * PIXELS);

  /** Writes the vector of a picture of a class, of length 1. */
  function look(of: number, random: Random, into: Float64Array, ink: number, copy: number, noise: number): void {
    const [colour] = CLASSES[of];
    const template = PLACES[of][random.integer(PLACES[of].length)] * PIXELS;
    const next = (colour + 1) % COLOURS.length;
    pixels.fill(-1);
    for (let k = 0; k < PIXELS; k++) {
      pixels[colour * PIXELS + k] += ink * (templates[template + k] + 1);
      pixels[next * PIXELS + k] += copy * (templates[template + k] + 1);
    }
    for (let k = 0; k < pixels.length; k++) pixels[k] += noise * random.normal();
    tower.picture(pixels, into);
    const length = Math.hypot(...into);
    for (let k = 0; k < size; k++) into[k] /= length || 1;
  }

  /** Which picture a round shows, and among which classes it is named. */
  const roundOf = (round: number): { picture: number; asked: (typeof ASKED)[keyof typeof ASKED] } => {
    if (round < lessons) return { picture: round, asked: ASKED.lesson };
    const test = round - lessons;
    if (test >= 2 * each) return { picture: lessons + test - 2 * each, asked: ASKED.all };
    return { picture: lessons + test, asked: test < each ? ASKED.known : ASKED.unknown };
  };

  return {
    spec: singleAgentSpec({
      label: "classifier",
      horizon,
      action: { choices: CLASSES.length, names: NAMES },
      actionUnit: "class",
      observation: [
        field("asked", 0, 3, "0 in a lesson; else among which classes: 1 known, 2 unknown, 3 all"),
        field("label", 0, CLASSES.length - 1, "in a lesson the class of the picture, else 0"),
        field("picture", -1, 1, "vector of the picture, of length 1", { size }),
        field("isKnown", 0, 1, "1 for classes of the lessons", { size: CLASSES.length }),
        field("names", -WIDE, WIDE, "hidden layer of the name of each class, without a prompt", {
          size: CLASSES.length * HIDDEN,
          usual: [-4, 4],
        }),
        field("prompting", -WIDE, WIDE, "what each number of a prompt adds to the hidden layer", {
          size: HIDDEN * PROMPT,
          usual: [-1, 1],
        }),
        field("readout", -WIDE, WIDE, "from the hidden layer, after tanh, to the space of pictures", {
          size: size * HIDDEN,
          usual: [-1, 1],
        }),
      ],
      channels: [
        flow(
          "harmonic",
          "share of pictures",
          0,
          1,
          "sum",
          "harmonic mean of the shares of known and of unknown classes",
        ),
        flow("known", "share of pictures", 0, 1, "sum", "pictures of known classes that are named, among these"),
        flow("unknown", "share of pictures", 0, 1, "sum", "pictures of unknown classes that are named, among these"),
        flow("all", "share of pictures", 0, 1, "sum", "pictures that are named among all classes"),
      ],
      publicState: parts({ step: "round", isKnown: "1 for classes of the lessons", scores: "shares so far" }),
    }),
    state,
    reset(random, outcomes) {
      state.buffer.fill(0);
      outcomes.fill(0);
      const order = randomOrder(CLASSES.length, random.stream("known"));
      const clean = new Float64Array(size);
      const encoders = classEncoders(
        {
          classes: CLASSES,
          size,
          fitted: randomOrder(CLASSES.length, random.stream("fitted")).slice(0, Math.round(p.fitted * CLASSES.length)),
          picture(of, draws) {
            look(of, draws, clean, 1, 0, 0);
            return clean;
          },
        },
        random.stream("encoders"),
      );
      v.names.set(encoders.names);
      v.prompting.set(encoders.prompting);
      v.readout.set(encoders.readout);
      for (const c of order.slice(0, KNOWN)) v.isKnown[c] = 1;
      const draws = random.stream("pictures");
      for (let k = 0; k < pictures; k++) {
        const from = k < lessons ? k : k - lessons;
        const isKnown = from < (k < lessons ? lessons : each);
        v.truth[k] = order[(from % KNOWN) + (isKnown ? 0 : KNOWN)];
        const into = v.vectors.subarray(k * size, (k + 1) * size);
        look(v.truth[k], draws, into, p.contrast, isKnown ? p.copy : 0, p.noise);
      }
      const chance = random.stream("shuffled");
      for (let k = 0; k < lessons; k++) v.label[k] = p.shuffled ? order[chance.integer(KNOWN)] : v.truth[k];
    },
    step(actions, outcomes) {
      outcomes.fill(0);
      const { picture, asked } = roundOf(v.step[0]);
      v.step[0] += 1;
      if (asked !== ASKED.lesson && choiceOf(actions[0], CLASSES.length) === v.truth[picture]) {
        const share = 1 / (asked === ASKED.all ? 2 * each : each);
        v.scores[asked - 1] += share;
        outcomes[asked] = share;
      }
      if (v.step[0] < horizon) return Status.running;
      const [known, unknown] = v.scores;
      outcomes[0] = Math.min(1, harmonicMean(known, unknown));
      return Status.terminated;
    },
    observe(out) {
      const { picture, asked } = roundOf(Math.min(v.step[0], horizon - 1));
      out[0] = asked;
      out[1] = asked === ASKED.lesson ? v.label[picture] : 0;
      let at = 2;
      for (const part of [
        v.vectors.subarray(picture * size, (picture + 1) * size),
        v.isKnown,
        v.names,
        v.prompting,
        v.readout,
      ]) {
        out.set(part, at);
        at += part.length;
      }
    },
    scene: () => {
      const bars = SHARES.map((name, k) => ({ name, value: v.scores[k] }));
      return barScene([{ title: "pictures named so far", bars, high: 1 }], `Round ${v.step[0]} of ${horizon}.`);
    },
  };
}
