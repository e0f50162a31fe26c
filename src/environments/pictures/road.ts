// A road as two cameras see it: an agent draws what they see, knowing classes along their rays, or boxes and a road map; the exact class of each
// pixel is known, and that of a drawn pixel is read from its colour.

import { z } from "zod";
import type { Agent } from "../../core/agent.ts";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { oneOf, whole, within } from "../../core/parameters.ts";
import { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { momentsOf } from "../../math/moments.ts";
import { clip as clipped, field, flow, parts, singleAgentSpec } from "../declaration.ts";
import { LONGEST, RAYS, SAMPLES } from "./road-camera.ts";
import { BOX, BOXES, boxesAndMap, drawRoad, FREE, VOXELS } from "./road-grid.ts";
import { foregroundMask, roadJudge, WORST } from "./road-judge.ts";
import { rayClasses, render } from "./road-reading.ts";
import { roadScene, roadStrip } from "./road-scene.ts";

const parameters = z.strictObject({
  frames: whole(1, LONGEST, 1).describe("frames of a clip; the car drives a voxel ahead between two of them"),
  condition: oneOf(["rays", "boxes", "other"], "rays").describe(
    "classes along the rays are those of the scene (rays), of its road map with full boxes and without poles and buildings (boxes), or of another scene (other)",
  ),
  grain: within(0, 1, 0.05).describe("standard deviation of noise on every pixel of `painter`"),
});

/** Pixels are clipped to ±BOUND. */
const BOUND = 2;
/** Shares of daylight: day, dusk and night. */
const LIGHTS = [1, 0.75, 0.5];
/** Corners of a cube that encode the classes at a sample; free is the middle. */
const CODES: readonly (readonly number[])[] = [
  [0, 0, 0],
  [-1, -1, -1],
  [1, 1, 1],
  [-1, 1, -1],
  [1, -1, -1],
  [1, 1, -1],
  [-1, -1, 1],
  [1, -1, 1],
];
/** Numbers that are seen of a pixel: its ray's codes, its mask, and the light. */
const SEEN = 3 * SAMPLES + 2;

/** Channels of shares of classes, of which moments are known. */
const COUNTED = ["cars", "poles", "buildings", "sky"];

const overlapOf = (name: string, of: string) => flow(name, "overlap", 0, 1, "mean", `intersection over union of ${of}`);
const CHANNELS = [
  flow("right", "share of pixels", 0, 1, "mean", "pixels that are read as the class that their ray meets first"),
  overlapOf("car", "pixels of cars"),
  overlapOf("road", "pixels of the road"),
  overlapOf("pole", "pixels of poles"),
  overlapOf("far", "cars and pedestrians in the hulls of far objects alone"),
  overlapOf("near", "cars and pedestrians in the hulls of near objects"),
  flow("background", "share of pixels", 0, 1, "mean", "pixels outside all hulls that are read rightly"),
  flow("detected", "share of objects", 0, 1, "mean", "visible objects whose overlap in their hull is at least a half"),
  flow("flicker", "share of points", 0, 1, "mean", "points seen in two frames that are read as different classes"),
  flow(
    "closeness",
    "squared pixels",
    -WORST.pixels,
    0,
    "mean",
    "minus the mean squared distance from the exact picture",
  ),
  flow(
    "steadiness",
    "squared pixels",
    -WORST.pairs,
    0,
    "mean",
    "minus the mean squared error of how the colours of a point change between two frames",
  ),
  flow("unrelated", "squared pixels", -WORST.pairs, 0, "mean", "the same of pixels that are not of one point"),
  ...COUNTED.map((name) => flow(name, "share of pixels", 0, 1, "mean", `pixels that are read as ${name}`)),
];
const SLOPED = ["closeness", "steadiness", "unrelated"];
const SLOPED_AT = SLOPED.map((name) => CHANNELS.findIndex((channel) => channel.name === name));

export const road: BoundEntry<NumericEnvironment> = bind({
  id: "pictures/road",
  summary:
    "draw what two cameras see of a road of voxels, from classes along their rays or from boxes and a map; each pixel's class is known",
  source: "occupancy ray-shape sampling and the foreground-aware mask: DualDiff+ (arXiv 2503.03689)",
  parameters,
  make({ frames, condition, grain }: z.output<typeof parameters>): NumericEnvironment {
    const pixels = frames * RAYS;
    const size = 3 * pixels;
    const state = layout({
      grid: [VOXELS],
      light: [1],
      shown: [VOXELS],
      boxes: [BOXES * BOX],
      clip: [size],
      drawn: [1],
    });
    const { grid, light, shown, boxes, clip, drawn } = state.views;
    const judge = roadJudge(frames);
    const classes = new Uint8Array(SAMPLES);
    const mask = new Float64Array(pixels);
    const others = new Float64Array(BOXES * BOX);
    const text = () => `A road by ${["day", "dusk", "night"][LIGHTS.indexOf(light[0])]}`;
    return {
      spec: {
        ...singleAgentSpec({
          label: "painter",
          horizon: 1,
          action: { low: new Array<number>(size).fill(-BOUND), high: new Array<number>(size).fill(BOUND) },
          actionUnit: "red, green and blue of each pixel, from −1 to 1: frame by frame, left camera first, row by row",
          observation: [
            field("rays", -1, 1, "of each pixel: codes of the classes along its ray, its mask, and the light", {
              size: pixels * SEEN,
            }),
          ],
          channels: CHANNELS,
          publicState: parts({ light: "light", clip: "clip", boxes: "boxes" }),
          oracles: {
            painter: {
              meaning: "draws what the cameras see, with grain",
              play: () => watching(frames, grain),
            },
            renderer: {
              meaning: "draws what is shown along the rays as if it were the scene",
              play: () => rendering(pixels),
            },
          },
        }),
        slopes: SLOPED,
        prior: {
          channels: COUNTED,
          kinds: [],
          moments: () => momentsOf(exemplars(frames), COUNTED.length),
          draw(random: Random, into, at) {
            const row = random.integer(EXEMPLARS) * COUNTED.length;
            into.set(exemplars(frames).subarray(row, row + COUNTED.length), at);
          },
        },
        emphasis: {
          parts: pixels,
          write(seen, into) {
            for (let at = 0; at < pixels; at++) into[at] = seen[at * SEEN + SEEN - 2];
          },
        },
      },
      state,
      reset(random, outcomes) {
        outcomes.fill(0);
        state.buffer.fill(0);
        drawTelling(random, judge, grid, boxes);
        light[0] = LIGHTS[random.integer(LIGHTS.length)];
        if (condition === "rays") shown.set(grid);
        else if (condition === "boxes") boxesAndMap(grid, boxes, shown);
        else drawRoad(random, shown, others);
      },
      step(actions, outcomes) {
        for (let k = 0; k < size; k++) clip[k] = clipped(actions[k], -BOUND, BOUND);
        drawn[0] = 1;
        judge.look(grid, light[0]);
        judge.outcomes(boxes, light[0], clip, outcomes);
        return Status.terminated;
      },
      slope(of, into) {
        into.fill(0);
        judge.look(grid, light[0]);
        judge.slope(clip, [of[SLOPED_AT[0]], of[SLOPED_AT[1]], of[SLOPED_AT[2]]], into);
        for (let k = 0; k < size; k++) if (Math.abs(clip[k]) === BOUND) into[k] = 0;
      },
      observe(out) {
        foregroundMask(boxes, frames, mask);
        for (let at = 0; at < pixels; at++) {
          rayClasses(shown, Math.floor(at / RAYS), at % RAYS, classes);
          for (const [k, kind] of classes.entries()) out.set(CODES[kind], at * SEEN + 3 * k);
          out[at * SEEN + SEEN - 2] = mask[at];
          out[at * SEEN + SEEN - 1] = light[0];
        }
      },
      texts: { caption: text },
      picture: () => ({ png: roadStrip(clip, frames), title: text(), frames }),
      scene: () => roadScene(clip, judge.look(grid, light[0]), frames, text(), drawn[0] === 1),
    };
  },
});

/** Draws a scene, again until it tells what it should. */
function drawTelling(
  random: Random,
  judge: ReturnType<typeof roadJudge>,
  grid: Float64Array,
  boxes: Float64Array,
): void {
  do {
    drawRoad(random, grid, boxes);
    judge.look(grid, 1);
  } while (!judge.isTelling(boxes));
}

/** Scenes whose exact pictures are the prior. */
const EXEMPLARS = 500;
const known = new Map<number, Float64Array>();

/** Shares of classes in exact pictures of scenes, [EXEMPLARS × COUNTED]. */
function exemplars(frames: number): Float64Array {
  let rows = known.get(frames);
  if (rows === undefined) {
    const judge = roadJudge(frames);
    const [grid, boxes] = [new Float64Array(VOXELS), new Float64Array(BOXES * BOX)];
    const outcomes = new Float64Array(CHANNELS.length);
    rows = new Float64Array(EXEMPLARS * COUNTED.length);
    for (let k = 0; k < EXEMPLARS; k++) {
      drawTelling(Random.of(k, "exemplars of roads"), judge, grid, boxes);
      judge.outcomes(boxes, 1, judge.look(grid, 1), outcomes);
      rows.set(outcomes.subarray(CHANNELS.length - COUNTED.length), k * COUNTED.length);
    }
    known.set(frames, rows);
  }
  return rows;
}

/** Draws the exact picture of the state that it watches, with grain. */
function watching(frames: number, grain: number): Agent {
  const judge = roadJudge(frames);
  let exact: Float64Array | undefined;
  let rng: Random | undefined;
  return {
    reset(random) {
      rng = random;
    },
    watch(state) {
      exact = judge.look(state.subarray(0, VOXELS), state[VOXELS]);
    },
    act(_, action) {
      if (rng === undefined || exact === undefined) throw new Error("a painter draws before it has seen the world");
      for (let k = 0; k < action.length; k++) action[k] = exact[k] + grain * rng.normal();
    },
  };
}

/** Draws the first class along each ray that is seen. */
function rendering(pixels: number): Agent {
  const [kinds, depths] = [new Uint8Array(pixels), new Uint8Array(pixels)];
  return {
    reset() {},
    act(seen, action) {
      for (let at = 0; at < pixels; at++) {
        const classOf = (k: number) =>
          CODES.findIndex((code) => code.every((one, c) => one === seen[at * SEEN + 3 * k + c]));
        const first = Array.from({ length: SAMPLES }, (_, k) => k).find((k) => classOf(k) !== FREE);
        depths[at] = first ?? SAMPLES;
        kinds[at] = first === undefined ? FREE : classOf(first);
      }
      render(kinds, depths, seen[SEEN - 1], action);
    },
  };
}
