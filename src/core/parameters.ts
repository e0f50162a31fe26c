// Common parameter types as zod schemas with a default. The parameter's owner describes it by `.describe`.

import { z } from "zod";

/** An integer from `low` to `high`. */
export const whole = (low: number, high: number, usual: number) => z.int().min(low).max(high).default(usual);

/** A number from `low` to `high`, both included. */
export const within = (low: number, high: number, usual: number) => z.number().min(low).max(high).default(usual);

/** A share or a probability: a number in [0, 1]. */
export const share = (usual: number) => within(0, 1, usual);

/** A number above 0, at most `high`. */
export const positive = (high: number, usual: number) => above(0, high, usual);

/** A number above `low`, at most `high`. */
export const above = (low: number, high: number, usual: number) => z.number().gt(low).max(high).default(usual);

/** An optional integer from `low` to `high`. */
export const maybeWhole = (low: number, high: number) => z.int().min(low).max(high).optional();

/** A text, of any length. */
export const text = (usual: string) => z.string().default(usual);

export const flag = (usual: boolean) => z.boolean().default(usual);

/** Arguments of a refinement over several parameters: its message, and the parameter that it is reported at. */
export const wrong = (parameter: string, error: string) => ({ error, path: [parameter] });

/** Type of a schema's default. */
type DefaultOf<Schema extends z.ZodType> = z.core.util.NoUndefined<z.output<Schema>>;
type Names<Name extends string> = z.ZodEnum<{ [One in Name]: One }>;

export const oneOf = <const Name extends string>(names: readonly Name[], usual: DefaultOf<Names<Name>>) =>
  z.enum(names).default(usual);

/** A list of `fewest` to `most` items. */
export const list = <Item extends z.ZodType>(
  item: Item,
  fewest: number,
  most: number,
  usual: DefaultOf<z.ZodArray<Item>>,
) => z.array(item).min(fewest).max(most).default(usual);
