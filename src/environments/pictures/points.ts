// The smallest pictures: a point of the plane to a caption. What a demonstrator draws is a mixture of normals around centres on a ring, so that
// densities, velocities of flows and moments are exact.

import { z } from "zod";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { positive, whole, within } from "../../core/parameters.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import type { Scene, Shape } from "../../core/scene.ts";
import type { TemplateMixture } from "../../core/template-mixture.ts";
import { logSumExp } from "../../math/softmax.ts";
import { clip, field, flow, parts, singleAgentSpec } from "../declaration.ts";
import { label, percent, short } from "../scene-shapes.ts";
import { painter } from "./painter.ts";

const parameters = z.strictObject({
  captions: whole(1, 16, 2).describe("captions, one as likely as another; each has a ring of its own"),
  modes: whole(1, 64, 8).describe("centres on a ring"),
  deviation: within(0.01, 1, 0.12).describe("standard deviation of points around their centre, along both axes"),
  ratio: positive(1000, 3).describe(
    "how often the first centre of a ring is drawn for each time that the last is; those between fall in equal ratios",
  ),
});

/** Coordinates are clipped to ±BOUND. */
const BOUND = 4;
/** Radii of the rings, from the first caption to the last. */
const [INNER, OUTER] = [0.8, 1.6];
/** A point is right within so many deviations of a centre: .989 of those that a demonstrator draws are. */
const NEAR = 3;

/** The points of a caption as a mixture: centres of all captions, ring by ring, of which a caption draws its own ring. */
export function pointMixture(p: z.output<typeof parameters>): TemplateMixture {
  const { captions, modes, deviation, ratio } = p;
  const count = captions * modes;
  const templates = new Float64Array(2 * count);
  for (let id = 0; id < count; id++) {
    const [ring, mode] = [Math.floor(id / modes), id % modes];
    const radius = captions === 1 ? (INNER + OUTER) / 2 : INNER + ((OUTER - INNER) * ring) / (captions - 1);
    // Rings are turned against each other, so that no two have their frequent centres on one side.
    const angle = 2 * Math.PI * (mode / modes + ring / captions);
    templates[2 * id] = radius * Math.cos(angle);
    templates[2 * id + 1] = radius * Math.sin(angle);
  }
  const shares = Float64Array.from({ length: modes }, (_, mode) => ratio ** (-mode / Math.max(1, modes - 1)));
  const total = shares.reduce((a, b) => a + b, 0);
  const captionOf = (observation: ArrayLike<number>): number => {
    for (let k = 0; k < captions; k++) if (observation[k] > 0.5) return k;
    return 0;
  };
  return {
    tokens: 1,
    size: 2,
    templates,
    count,
    deviation,
    weights(observation, _, into) {
      into.fill(0);
      const from = captionOf(observation) * modes;
      for (let mode = 0; mode < modes; mode++) into[from + mode] = shares[mode] / total;
    },
    fits: (observation, _, template) => Math.floor(template / modes) === captionOf(observation),
  };
}

export const points: BoundEntry<NumericEnvironment> = bind({
  id: "pictures/points",
  summary:
    "draw a point of the plane to a caption; a demonstrator draws from a mixture of normals on the caption's ring",
  parameters,
  make(p: z.output<typeof parameters>): NumericEnvironment {
    const mixture = pointMixture(p);
    const { captions, modes, deviation } = p;
    const state = layout({ caption: [captions], point: [2], drawn: [1] });
    const { caption, point, drawn } = state.views;
    const weights = new Float64Array(mixture.count);
    const logs = new Float64Array(modes);
    const scale = 2 * deviation * deviation;
    const constant = Math.log(Math.PI * scale);
    const farthest = 2 * (BOUND + OUTER) ** 2;
    /** Writes the outcomes of the point. */
    const judge = (outcomes: Float64Array): void => {
      mixture.weights(Float32Array.from(caption), 0, weights);
      const from = caption.indexOf(1) * modes;
      let least = Number.POSITIVE_INFINITY;
      for (let mode = 0; mode < modes; mode++) {
        const at = 2 * (from + mode);
        const square = (point[0] - mixture.templates[at]) ** 2 + (point[1] - mixture.templates[at + 1]) ** 2;
        logs[mode] = Math.log(weights[from + mode]) - square / scale - constant;
        if (square < least) least = square;
      }
      outcomes[0] = logSumExp(logs);
      outcomes[1] = least <= (NEAR * deviation) ** 2 ? 1 : 0;
      outcomes[2] = point[0];
    };
    return {
      spec: {
        ...singleAgentSpec({
          label: "painter",
          horizon: 1,
          action: { low: [-BOUND, -BOUND], high: [BOUND, BOUND] },
          actionUnit: "coordinates of the point, to the right and upwards",
          observation: [
            field("caption", 0, 1, "1 for the caption that is to be drawn, 0 for the others", { size: captions }),
          ],
          channels: [
            flow(
              "density",
              "nats",
              -farthest / scale - constant - Math.log(modes * Math.max(p.ratio, 1 / p.ratio)),
              -constant,
              "mean",
              "logarithm of the density with which a demonstrator draws the point",
            ),
            flow(
              "right",
              "share of points",
              0,
              1,
              "mean",
              `1 within ${NEAR} deviations of a centre on the caption's ring`,
            ),
            flow("side", "length", -BOUND, BOUND, "mean", "how far to the right the point lies"),
          ],
          publicState: parts({ caption: "caption", point: "point" }),
          oracles: {
            painter: {
              meaning: "draws a centre of the caption's ring by its frequency, and a point around it",
              play: () => painter(mixture),
            },
          },
        }),
        mixture,
      },
      state,
      reset(random, outcomes) {
        state.buffer.fill(0);
        outcomes.fill(0);
        caption[random.integer(captions)] = 1;
      },
      step(actions, outcomes) {
        for (let k = 0; k < 2; k++) point[k] = clip(actions[k], -BOUND, BOUND);
        drawn[0] = 1;
        judge(outcomes);
        return Status.terminated;
      },
      observe(out) {
        out.set(caption);
      },
      texts: { caption: () => `ring ${caption.indexOf(1) + 1} of ${captions}` },
      keeps: ["caption"],
      point: () => ({ at: [point[0], point[1]], title: `ring ${caption.indexOf(1) + 1} of ${captions}` }),
      scene: () => pointScene(mixture, deviation, caption, drawn[0] === 1 ? point : undefined),
    };
  },
});

/** Rings of all captions with the one that is asked for in ink, each centre as large as two deviations, and the point. */
function pointScene(
  { templates, count, weights, fits }: TemplateMixture,
  deviation: number,
  caption: Float64Array,
  point: Float64Array | undefined,
): Scene {
  const asked = Float32Array.from(caption);
  const chances = new Float64Array(count);
  weights(asked, 0, chances);
  const most = Math.max(...chances);
  const centres = Array.from({ length: count }, (_, id): Shape => {
    const at = [templates[2 * id], templates[2 * id + 1]] as const;
    const isAsked = fits(asked, 0, id);
    const opacity = isAsked ? 0.15 + (0.5 * chances[id]) / most : 0.3;
    return {
      kind: "circle",
      at,
      radius: 2 * deviation,
      ...(isAsked ? { fill: "accent" } : { stroke: "faint" }),
      opacity,
    };
  });
  const title = `ring ${caption.indexOf(1) + 1}`;
  const view = { left: -2.4, right: 2.4, bottom: -2.4, top: 2.6 };
  const shapes = [...centres, label([0, 2.3], title, 0.2)];
  if (point === undefined) return { view, shapes, caption: `To be drawn: a point on ${title}.` };
  const at = [clip(point[0], view.left, view.right), clip(point[1], view.bottom, view.top)] as const;
  return {
    view,
    shapes: [...shapes, { kind: "circle", at, radius: 0.05, fill: "ink" }],
    caption: `A point at ${short(point[0])}, ${short(point[1])} to ${title}, whose most frequent centre is drawn in ${percent(most)} of cases.`,
  };
}
