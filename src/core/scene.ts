// Scenes: the picture of a world at one moment, as shapes in the world's own coordinates. A world makes them in one function, and a replay
// draws them. Colours are given by meaning, so that a picture is readable on a dark and a light background.

import { z } from "zod";
import { UserError } from "./errors.ts";

/** A point, x to the right and y upwards, in the world's own unit. */
export type Point = readonly [x: number, y: number];

const TONES = ["ink", "muted", "faint", "accent", "good", "warning", "bad", "surface"] as const;

/** Meaning of a colour. A number is an agent's seat; each seat has its own colour. */
export type Tone = (typeof TONES)[number] | number;

/** How a shape is drawn: filled, outlined, or both. */
export interface Paint {
  readonly fill?: Tone;
  readonly stroke?: Tone;
  /** Width of the outline in pixels. Default 1.5. */
  readonly width?: number;
  /** Opacity from 0, invisible, to 1, the default. */
  readonly opacity?: number;
}

export interface CircleShape extends Paint {
  readonly kind: "circle";
  readonly at: Point;
  readonly radius: number;
}

/** A closed figure of three points or more. */
export interface PolygonShape extends Paint {
  readonly kind: "polygon";
  readonly points: readonly Point[];
}

/** An open line through two points or more. */
export interface LineShape extends Omit<Paint, "fill"> {
  readonly kind: "line";
  readonly points: readonly Point[];
  readonly dashed?: boolean;
  /** Draws an arrowhead at the last point. */
  readonly arrow?: boolean;
}

/** A line of text placed at a point. */
export interface TextShape extends Pick<Paint, "fill" | "opacity"> {
  readonly kind: "text";
  readonly at: Point;
  readonly text: string;
  /** Height of a letter in the world's unit. */
  readonly size: number;
  /** Which part of the text is at its point. Default middle. */
  readonly align?: "start" | "middle" | "end";
}

/** Square cells in rows; the first row is the highest. */
export interface GridShape {
  readonly kind: "grid";
  /** Lower left corner. */
  readonly at: Point;
  /** Side of a cell. */
  readonly cell: number;
  readonly columns: number;
  /** Index into `legend` of each cell, row by row. */
  readonly cells: readonly number[];
  readonly legend: readonly { readonly meaning: string; readonly fill: Tone; readonly text?: string }[];
}

/** A bitmap that a program has drawn. */
export interface PictureShape {
  readonly kind: "picture";
  /** Lower left corner. */
  readonly at: Point;
  readonly width: number;
  readonly height: number;
  /** A PNG in base64. */
  readonly png: string;
}

export type Shape = CircleShape | PolygonShape | LineShape | TextShape | GridShape | PictureShape;

/** A picture. Later shapes are drawn above earlier ones. */
export interface Scene {
  /** The visible rectangle of the world. Where it is the same in every step, the picture does not move. */
  readonly view: { readonly left: number; readonly bottom: number; readonly right: number; readonly top: number };
  readonly shapes: readonly Shape[];
  /** Description of the picture in a sentence, for readers who cannot see it. */
  readonly caption?: string;
}

/** The step that led to the moment. */
export interface SceneStep {
  /** [agents × actionSize] */
  readonly actions: Float64Array;
  /** [agents × channels] */
  readonly outcomes: Float64Array;
}

/** Limits of a scene: shapes, points of a shape, characters of a text, cells of a grid, characters of an encoded picture. */
const MOST = { picture: 1_000_000, shapes: 2000, points: 2000, letters: 500, cells: 20_000, seats: 10_000 } as const;

const finite = z.number();
const point = z.tuple([finite, finite]).readonly();
const tone: z.ZodType<Tone> = z.union([z.enum(TONES), z.int().min(0).max(MOST.seats)]);
const opacity = z.number().min(0).max(1).optional();
const stroke = { stroke: tone.optional(), width: z.number().positive().max(100).optional(), opacity };
const paint = { fill: tone.optional(), ...stroke };
const pointsOf = (least: number) => z.array(point).min(least).max(MOST.points).readonly();
const letters = z.string().max(MOST.letters);

const shape = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("circle"), at: point, radius: z.number().min(0), ...paint }),
  z.strictObject({ kind: z.literal("polygon"), points: pointsOf(3), ...paint }),
  z.strictObject({
    kind: z.literal("line"),
    points: pointsOf(2),
    ...stroke,
    dashed: z.boolean().optional(),
    arrow: z.boolean().optional(),
  }),
  z.strictObject({
    kind: z.literal("text"),
    at: point,
    text: letters,
    size: z.number().positive(),
    align: z.enum(["start", "middle", "end"]).optional(),
    fill: tone.optional(),
    opacity,
  }),
  z.strictObject({
    kind: z.literal("grid"),
    at: point,
    cell: z.number().positive(),
    columns: z.int().min(1),
    cells: z.array(z.int().min(0)).max(MOST.cells).readonly(),
    legend: z.array(z.strictObject({ meaning: letters, fill: tone, text: letters.optional() })).readonly(),
  }),
  z.strictObject({
    kind: z.literal("picture"),
    at: point,
    width: z.number().positive(),
    height: z.number().positive(),
    png: z
      .string()
      .max(MOST.picture)
      .regex(/^iVBOR[A-Za-z0-9+/]*={0,2}$/),
  }),
]);

const scene = z.strictObject({
  view: z
    .strictObject({ left: finite, bottom: finite, right: finite, top: finite })
    .refine(({ left, right, bottom, top }) => left < right && bottom < top, "the view must have a width and a height"),
  shapes: z.array(shape).max(MOST.shapes).readonly(),
  caption: letters.optional(),
});

/** Throws a UserError where a scene cannot be drawn. It names the world, the part of the scene and the reason. */
export function checkScene(value: unknown, world: string): void {
  const { success, error } = scene.safeParse(value);
  if (success) return;
  const [{ path, message }] = error.issues;
  const where = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
  throw new UserError({ code: "bad-scene", what: `scene${where} of ${world}: ${message}` });
}
