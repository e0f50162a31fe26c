// Pictures to a caption, beside which two frozen encoders speak: vectors of the caption and of the picture are outcomes, so that a reward can be
// made of them, and the exact parser still counts what such a reward buys.

import { z } from "zod";
import type { Channel } from "../../core/channel.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import type { OutcomePrior } from "../../core/outcome-prior.ts";
import { share, whole, within } from "../../core/parameters.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { flow } from "../declaration.ts";
import { COLOURS } from "./sprite-bank.ts";
import { sprites } from "./sprites.ts";
import { towerPrior } from "./tower-prior.ts";
import { towersOf } from "./towers.ts";

const parameters = z.strictObject({
  colours: whole(1, COLOURS.length, 2).describe("canvases of a picture, as in pictures/sprites"),
  present: within(0.001, 1, 0.6).describe("chance of each colour to be in a caption, as in pictures/sprites"),
  noise: share(0).describe("how careless the oracle `painter` is, as in pictures/sprites"),
  towers: whole(0, 1_000_000, 1).describe("which pair of encoders: their axes, stretches and shift are drawn from it"),
  shift: within(0, 100, 3).describe(
    "length by which vectors of captions are shifted; a right picture's has √3 for each sprite",
  ),
  stretch: within(1, 100, 3).describe("largest factor by which axes of captions are stretched; the least is 1/stretch"),
  turn: within(-180, 180, 0).describe("degrees by which vectors of captions are turned in each plane of two axes"),
  blur: within(0.05, 10, 1).describe("deviation of noise on pixels that the encoder of pictures expects"),
});

/** Bound of a picture's vector: each colour has at most three words. */
const most = (colours: number): number => Math.sqrt(3 * colours);

/** What is known in advance, by the parameters: copies of a world share it. */
const priors = new Map<string, OutcomePrior>();

export const embedded: BoundEntry<NumericEnvironment> = bind({
  id: "pictures/embedded",
  summary: "draw a picture to a caption; two frozen encoders with a known gap give vectors of both as outcomes",
  parameters,
  make(p: z.output<typeof parameters>): NumericEnvironment {
    const { colours, present, noise } = p;
    const world = sprites.make({ colours, present, noise });
    const { spec, state } = world;
    const { mixture } = spec;
    if (mixture === undefined) throw new Error("pictures of sprites are a mixture");
    const { caption, picture } = state.views;
    const towers = towersOf(mixture, p);
    const { size } = towers;
    const [seenBound, textBound] = [most(colours), p.shift + p.stretch * most(colours)];
    const named = (name: string, bound: number, what: string): Channel[] =>
      Array.from({ length: size }, (_, k) =>
        flow(`${name}${k + 1}`, "units of the encoder", -bound, bound, "mean", `number ${k + 1} of ${what}`),
      );
    const texts = named("text", textBound, "the vector of the caption");
    const pictures = named("seen", seenBound, "the vector of the picture");
    const both = named("agree", textBound * seenBound, "the vector of the caption times that of the picture");
    const own = spec.channels.length;
    const names = [...texts, ...pictures].map(({ name }) => name);
    const key = JSON.stringify(p);
    const prior = priors.get(key) ?? towerPrior(names, towersOf(mixture, p), colours, present);
    priors.set(key, prior);
    const outcomesOf = new Float64Array(own);
    const [text, seen, partials] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
    return {
      ...world,
      spec: {
        ...spec,
        channels: [...spec.channels, ...texts, ...pictures, ...both],
        prior,
        // Vectors of captions do not change with the picture: their slope is 0.
        slopes: [...texts, ...pictures, ...both].map(({ name }) => name),
      },
      reset(random, outcomes, place) {
        outcomes.fill(0);
        world.reset(random, outcomesOf, place);
      },
      step(actions, outcomes, random) {
        const status = world.step(actions, outcomesOf, random);
        towers.text(caption, text);
        towers.picture(picture, seen);
        outcomes.set(outcomesOf);
        for (let k = 0; k < size; k++) {
          outcomes[own + k] = text[k];
          outcomes[own + size + k] = seen[k];
          outcomes[own + 2 * size + k] = text[k] * seen[k];
        }
        return status;
      },
      slope(of, into) {
        towers.text(caption, text);
        for (let k = 0; k < size; k++) partials[k] = of[own + size + k] + text[k] * of[own + 2 * size + k];
        towers.slope(picture, partials, into);
      },
    };
  },
});
