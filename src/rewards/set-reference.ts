// What a set of episodes is compared with: exemplars from a file, or what the world knows of its demonstrator, in its own proportions or in
// described ones.

import { z } from "zod";
import { type ChannelReference, channelReference } from "../core/channel.ts";
import type { NumericSpec } from "../core/environment.ts";
import { UserError, unknownName } from "../core/errors.ts";
import type { Moments, OutcomePrior, Shares } from "../core/outcome-prior.ts";
import type { Random } from "../core/random.ts";
import type { Preparation } from "../core/registry.ts";
import { type DataTable, placeIn } from "../logs/table.ts";
import { prepareTable, tableAtHand } from "../logs/table-shelf.ts";
import { momentsOf } from "../math/moments.ts";
import { resolveChannel } from "./channel-reward.ts";

/** Which numbers of an episode are read. */
export const featureFields = {
  features: z
    .record(z.string(), z.number().min(-1e9).max(1e9))
    .default({})
    .describe("channels of an episode that are read, each with a factor; by default all that the reference knows"),
};

/** What a set is compared with. */
export const referenceFields = {
  ...featureFields,
  file: z
    .string()
    .optional()
    .describe("exemplars: a table of CSV, JSON Lines, JSON or Parquet with a column for each channel that is read"),
  content: z
    .string()
    .optional()
    .describe("first half of a SHA-256 of the file; filled in by a run, so that another content is another run"),
  shares: z
    .record(z.string(), z.number().min(0).max(1))
    .optional()
    .describe(
      "without a file: shares of kinds in what the world's demonstrator draws; kinds without one share the rest",
    ),
};

const schema = z.strictObject(referenceFields);
export type ReferenceOptions = z.output<typeof schema>;

/** Reads the file of a reference. */
export async function preparedReference<P extends ReferenceOptions>(given: P, place: Preparation): Promise<P> {
  const { file, content } = given;
  return file === undefined ? given : { ...given, content: await prepareTable({ file, content }, place) };
}

/** Numbers of an episode: channels with their factors. */
export interface SetFeatures {
  readonly references: readonly ChannelReference[];
  readonly factors: readonly number[];
}

/** A reference set: the numbers that are compared, their moments, and draws. */
export interface ReferenceSet extends SetFeatures {
  readonly moments: Moments;
  /** Writes the numbers of an episode of the reference, from `at` on. */
  draw(random: Random, into: Float64Array, at: number): void;
}

/** The features by name, by default these channels. */
export function setFeatures(
  features: Readonly<Record<string, number>>,
  usual: readonly string[],
  spec: NumericSpec,
): SetFeatures {
  const chosen = Object.keys(features).length > 0 ? features : Object.fromEntries(usual.map((name) => [name, 1]));
  return {
    references: Object.keys(chosen).map((name) => resolveChannel(name, spec)),
    factors: Object.values(chosen),
  };
}

/** The reference in a world. Throws a UserError where the world or the file lacks what is read. */
export function referenceSet(p: ReferenceOptions, spec: NumericSpec): ReferenceSet {
  const { file, shares } = p;
  if (file !== undefined) {
    if (shares === undefined) return exemplars(p, tableAtHand({ ...p, file }), file, spec);
    const what = "a file has its own shares, and others are given";
    throw new UserError({ code: "two-references", what, path: ["shares"], hint: "leave out shares or file" });
  }
  const { prior } = spec;
  if (prior === undefined) {
    const what = "this world knows nothing of its outcomes in advance, so a set needs exemplars";
    throw new UserError({ code: "no-prior", what, hint: "give a table of episodes: file: exemplars.csv" });
  }
  return known(p, prior, sharesOf(shares, prior), spec);
}

function known(
  { features }: ReferenceOptions,
  prior: OutcomePrior,
  shares: Shares | undefined,
  spec: NumericSpec,
): ReferenceSet {
  const read = setFeatures(features, prior.channels, spec);
  const { factors } = read;
  const size = prior.channels.length;
  const places = read.references.map(({ channel: { name } }) => {
    const place = prior.channels.indexOf(name);
    if (place < 0)
      throw new UserError({
        ...unknownName("channel that the world knows in advance", name, prior.channels),
        path: ["features"],
      });
    return place;
  });
  const all = prior.moments(shares);
  const drawn = new Float64Array(size);
  return {
    ...read,
    moments: {
      mean: Float64Array.from(places, (place, k) => factors[k] * all.mean[place]),
      covariance: Float64Array.from({ length: places.length ** 2 }, (_, at) => {
        const [a, b] = [Math.floor(at / places.length), at % places.length];
        return factors[a] * factors[b] * all.covariance[places[a] * size + places[b]];
      }),
    },
    draw(random, into, at) {
      prior.draw(random, drawn, 0, shares);
      for (const [k, place] of places.entries()) into[at + k] = factors[k] * drawn[place];
    },
  };
}

/** Shares of all kinds: those without one have equal parts of what is left. */
function sharesOf(given: Shares | undefined, { kinds }: OutcomePrior): Shares | undefined {
  if (given === undefined) return undefined;
  const path = ["shares"];
  for (const name of Object.keys(given))
    if (!kinds.includes(name)) throw new UserError({ ...unknownName("kind of this world", name, kinds), path });
  const sum = Object.values(given).reduce((a, b) => a + b, 0);
  const others = kinds.filter((name) => given[name] === undefined);
  if (sum > 1 + 1e-9 || (others.length === 0 && sum < 1 - 1e-9)) {
    const what = `shares of kinds add up to ${Number(sum.toFixed(6))}`;
    throw new UserError({ code: "bad-shares", what, path, hint: "all kinds together have 1" });
  }
  return { ...given, ...Object.fromEntries(others.map((name) => [name, (1 - sum) / others.length])) };
}

/** The rows of a table; by default the columns that are channels. */
function exemplars({ features }: ReferenceOptions, table: DataTable, shown: string, spec: NumericSpec): ReferenceSet {
  const columns = table.columns.filter((name) => !("code" in channelReference(name, spec.channels)));
  const read = setFeatures(features, columns, spec);
  const names = Object.keys(features).length > 0 ? Object.keys(features) : columns;
  const missing = names.length === 0 ? spec.channels[0].name : names.find((name) => !table.columns.includes(name));
  if (missing !== undefined)
    throw new UserError({ ...unknownName("column", missing, table.columns), where: shown, path: ["features"] });
  const rows = new Float64Array(table.rows.length * names.length);
  for (const [row, values] of table.rows.entries()) {
    for (const [k, name] of names.entries()) {
      const value = values[name];
      const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
      if (typeof number !== "number" || !Number.isFinite(number)) {
        const what = `has no number in the column "${name}"`;
        throw new UserError({ code: "bad-row", what, where: placeIn(shown, table, row) });
      }
      rows[row * names.length + k] = read.factors[k] * number;
    }
  }
  return {
    ...read,
    moments: momentsOf(rows, names.length),
    draw(random, into, at) {
      const row = random.integer(table.rows.length) * names.length;
      into.set(rows.subarray(row, row + names.length), at);
    },
  };
}
