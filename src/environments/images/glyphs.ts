// Images of digits, one after the other: a reader names the digit, or draws the picture again. What is right may stand in the observation,
// as a label for learners that are shown it.

import { z } from "zod";
import { memoryless } from "../../core/agent.ts";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { flag, oneOf, whole, within, wrong } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import type { Scene } from "../../core/scene.ts";
import { choiceOf, clip, field, flow, parts, singleAgentSpec, UNIT } from "../declaration.ts";
import { block, label, rectangle } from "../scene-shapes.ts";
import { DIGITS, digitDrawing } from "./drawn-digits.ts";

const ink = z.number().min(0).max(100);

const parameters = z
  .strictObject({
    asks: oneOf(["digit", "picture"], "digit").describe(
      "what is right: to name the digit, or to draw it again without noise, pixel by pixel",
    ),
    horizon: whole(1, 1_000_000, 10).describe("images of an episode"),
    shift: whole(0, 20, 2).describe("pixels by which a digit is moved at most, to the right and down"),
    contrast: z.tuple([ink, ink]).default([0.7, 1.3]).describe("ink of a digit, even between the two"),
    noise: within(0, 100, 0.4).describe("standard deviation of the noise of each pixel"),
    labelled: flag(true).describe(
      "whether the observation has the answer, from which the oracle `truth` acts; learners name the fields that they see",
    ),
  })
  .refine(({ contrast: [least, most] }) => least <= most, wrong("contrast", "The first must not exceed the second"))
  .refine(({ contrast: [, most] }) => most >= 0.01, wrong("contrast", "The second must be at least 0.01"));

const [PAYOFF, SECOND] = [0, 1];

export const glyphs: BoundEntry<NumericEnvironment> = bind({
  id: "images/glyphs",
  summary: "images of digits, moved, dimmed and covered with noise: name the digit, or draw it again",
  parameters,
  make({ asks, horizon, labelled, ...drawing }: z.output<typeof parameters>): NumericEnvironment {
    const images = digitDrawing(drawing);
    const { pixels, low, high, lowest, highest } = images;
    const names = asks === "digit";
    const state = layout({ image: [pixels], clean: [pixels], digit: [1], step: [1] });
    const { image, clean, digit, step: counter } = state.views;
    const draw = (random: Random) => {
      digit[0] = images.draw(random.stream("image", counter[0]), clean, image);
    };
    const answers = names ? 1 : pixels;
    const answer = names
      ? field("answer", 0, DIGITS - 1, "the digit, for learners that are shown it")
      : field("answer", low, high, "the picture without noise, for learners that are shown it", {
          size: pixels,
          ...UNIT,
        });
    const worst = (high - low) ** 2;
    const error = "mean squared difference of the drawn pixels from the picture";
    return {
      spec: singleAgentSpec({
        label: "reader",
        horizon,
        action: names
          ? { choices: DIGITS }
          : { low: new Array<number>(pixels).fill(low), high: new Array<number>(pixels).fill(high) },
        actionUnit: names ? "digit" : "ink of each pixel, standardised",
        observation: [
          field("image", lowest, highest, "pixels, row by row, with mean 0 and variance 1 over all images", {
            size: pixels,
            ...UNIT,
          }),
          ...(labelled ? [answer] : []),
        ],
        channels: names
          ? [
              flow("payoff", "reward", 0, 1, "sum", "1 for a right name"),
              flow("correct", "share of images", 0, 1, "mean", "1 where the digit is named"),
            ]
          : [
              flow("payoff", "reward", -worst, 0, "sum", `minus the ${error}`),
              flow("error", "squared pixels", 0, worst, "mean", error),
            ],
        publicState: parts({ digit: "digit", image: "image", clean: "picture without noise" }),
        oracles: labelled
          ? {
              truth: {
                meaning: "gives the answer that stands in the observation",
                play: () => memoryless((seen, action) => action.set(seen.subarray(pixels, pixels + answers))),
              },
            }
          : undefined,
      }),
      state,
      reset(random, outcomes) {
        outcomes.fill(0);
        counter[0] = 0;
        draw(random);
      },
      step(actions, outcomes, random) {
        if (names) {
          outcomes[PAYOFF] = choiceOf(actions[0], DIGITS) === digit[0] ? 1 : 0;
          outcomes[SECOND] = outcomes[PAYOFF];
        } else {
          let sum = 0;
          for (let k = 0; k < pixels; k++) sum += (clip(actions[k], low, high) - clean[k]) ** 2;
          outcomes[SECOND] = Math.min(worst, sum / pixels);
          outcomes[PAYOFF] = -outcomes[SECOND];
        }
        counter[0] += 1;
        if (counter[0] >= horizon) return Status.truncated;
        draw(random);
        return Status.running;
      },
      observe(out) {
        out.set(image);
        if (labelled) out.set(names ? digit : clean, pixels);
      },
      scene: () => scene(images, image, digit[0], counter[0], horizon),
    };
  },
});

/** The image that is shown, dark where there is ink. */
function scene(
  { width, height, low, high }: ReturnType<typeof digitDrawing>,
  image: Float64Array,
  digit: number,
  shown: number,
  horizon: number,
): Scene {
  const pixels = Array.from(image, (value, k) => {
    const [x, y] = [k % width, height - 1 - Math.floor(k / width)];
    return block(rectangle(x, y, x + 1, y + 1), "ink", clip((value - low) / (high - low), 0.02, 1));
  });
  return {
    view: { left: -0.5, right: width + 0.5, bottom: -1.5, top: height + 0.5 },
    shapes: [...pixels, label([width / 2, -1], `a ${digit}`, 0.8, { fill: "muted" })],
    caption: `Image ${Math.min(shown + 1, horizon)} of ${horizon}: a ${digit}.`,
  };
}
