// How a world looks at one moment: shapes in the world's own coordinates. A world makes them in one function, and a replay draws
// them; colours are said by their meaning, so that a picture is as readable in the dark as in the light.

import { z } from "zod";
import { UserError } from "./errors.ts";

/** x to the right and y upwards, in the world's own unit. */
export type Point = readonly [x: number, y: number];

const TONES = ["ink", "muted", "faint", "accent", "good", "warning", "bad", "surface"] as const;

/** What a colour stands for; a number is an agent's seat, and each seat has a colour of its own. */
export type Tone = (typeof TONES)[number] | number;

/** How a shape is drawn: filled, outlined, or both. */
export interface Paint {
  readonly fill?: Tone;
  readonly stroke?: Tone;
  /** Width of the outline in pixels. Default 1.5. */
  readonly width?: number;
  /** From 0, not seen, to 1, the default. */
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
  /** With a head at its last point. */
  readonly arrow?: boolean;
}

/** A line of text that stands beside its point. */
export interface TextShape extends Pick<Paint, "fill" | "opacity"> {
  readonly kind: "text";
  readonly at: Point;
  readonly text: string;
  /** Height of a letter in the world's unit. */
  readonly size: number;
  /** Which side of the text its point is on. Default middle. */
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
  /** For each cell, row by row, a place in `legend`. */
  readonly cells: readonly number[];
  readonly legend: readonly { readonly meaning: string; readonly fill: Tone; readonly text?: string }[];
}

/** A picture that a program has drawn, as it is. */
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

/** A picture. Shapes that come later lie above the earlier ones. */
export interface Scene {
  /** The part of the world that is shown. A picture stands still where it is the same in every step. */
  readonly view: { readonly left: number; readonly bottom: number; readonly right: number; readonly top: number };
  readonly shapes: readonly Shape[];
  /** What there is to see, in a sentence, for readers that cannot look. */
  readonly caption?: string;
}

/** The step that led to the moment. */
export interface SceneStep {
  /** [agents × actionSize] */
  readonly actions: Float64Array;
  /** [agents × channels] */
  readonly outcomes: Float64Array;
}

/** The largest scene: shapes, points of a shape, letters of a text, cells of a grid, letters of a picture. */
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

/** Refuses what cannot be drawn: a UserError says which part of which world's scene, and why. */
export function checkScene(value: unknown, world: string): void {
  const { success, error } = scene.safeParse(value);
  if (success) return;
  const [{ path, message }] = error.issues;
  const where = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
  throw new UserError({ code: "bad-scene", what: `scene${where} of ${world}: ${message}` });
}
