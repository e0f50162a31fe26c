// Markets from files in the format that arXiv 2510.25779 publishes: a folder with a YAML file for each customer and business, or one file with
// the lists `customers` and `businesses`.

import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { distance } from "fastest-levenshtein";
import { z } from "zod";
import { checked } from "../../core/checked.ts";
import { nearest, type Problem, retold, UserError } from "../../core/errors.ts";
import { parseYaml, readText } from "../../core/yaml.ts";
import { dataShelf } from "../../logs/data-shelf.ts";
import type { Market } from "./market.ts";

const id = z.string().min(1);
const price = z.number().min(0).max(1e9);
const pairs = z.record(z.string(), price).transform((prices) => Object.entries(prices));

const customerSchema = z.strictObject({
  id,
  name: z.string().default(""),
  request: z.string().default(""),
  menu_features: pairs
    .refine((items) => items.length > 0, "at least one item with its usual price")
    .refine(
      (items) => items.length === 0 || items.some(([, usual]) => usual > 0),
      "an order without a usual price above 0 is worth nothing, and could never be met",
    ),
  amenity_features: z.array(z.string()).default([]),
});
const businessSchema = z.strictObject({
  id,
  name: z.string(),
  description: z.string().default(""),
  rating: z.number().min(0).max(100).default(1),
  menu_features: pairs,
  amenity_features: z.record(z.string(), z.boolean()).default({}),
  // Facts of the published data that no rule uses.
  min_price_factor: z.number().optional(),
  progenitor_customer: z.string().optional(),
});
const wholeSchema = z.strictObject({ customers: z.array(z.unknown()), businesses: z.array(z.unknown()) });

/** A market as plain data. */
const kept = z.object({
  customers: z.array(customerSchema.extend({ menu_features: z.array(z.tuple([z.string(), price])) })),
  businesses: z.array(businessSchema.extend({ menu_features: z.array(z.tuple([z.string(), price])) })),
});
type MarketData = z.output<typeof kept>;

const FOLDERS = ["customers", "businesses"] as const;
const isYaml = (name: string): boolean => /\.ya?ml$/i.test(name);

/** Makes markets available by their content. */
const shelf = dataShelf<MarketData>({
  name: "market",
  version: 1,
  filesAt(path, shown) {
    if (!existsSync(path)) throw missing(shown);
    if (!statSync(path).isDirectory()) return [path];
    return FOLDERS.flatMap((folder) => yamlIn(join(path, folder), join(shown, folder)));
  },
  read: (path, shown) => (statSync(path).isDirectory() ? marketFolder(path, shown) : marketFile(path, shown)),
  parse: (stored) => kept.parse(stored),
});

/** Makes a market available and returns its content hash. Throws a UserError with file and line of a mistake. */
export const prepareMarket = shelf.prepare;

/** Returns a market that `prepareMarket` has prepared in this thread. */
export function marketAtHand(source: { readonly file: string; readonly content?: string | undefined }): Market {
  const { customers, businesses } = shelf.atHand(source);
  return {
    customers: customers.map(({ menu_features, amenity_features, ...one }) => ({
      ...{ id: one.id, name: one.name, request: one.request },
      ...{ order: new Map(menu_features), amenities: amenity_features },
    })),
    businesses: businesses.map(({ menu_features, amenity_features, ...one }) => ({
      ...{ id: one.id, name: one.name, description: one.description, rating: one.rating },
      menu: new Map(menu_features),
      amenities: new Set(Object.keys(amenity_features).filter((name) => amenity_features[name])),
    })),
  };
}

function missing(shown: string): UserError {
  const hint =
    "a folder with the folders customers and businesses, or one YAML file; paths start from the experiment's folder";
  return new UserError({ code: "no-file", what: `there is no market ${shown}`, path: ["market"], hint });
}

/** Names of the YAML files of a folder, sorted. */
function yamlIn(folder: string, shown: string): string[] {
  const names = existsSync(folder) && statSync(folder).isDirectory() ? readdirSync(folder).filter(isYaml).sort() : [];
  if (names.length > 0) return names.map((name) => join(folder, name));
  const what = `${shown} holds no YAML file, and a market has one for each of its ${basename(folder)}`;
  throw new UserError({ code: "no-file", what, path: ["market"] });
}

function marketFolder(path: string, shown: string): MarketData {
  const each = <T>(folder: (typeof FOLDERS)[number], schema: z.ZodType<T>): T[] =>
    yamlIn(join(path, folder), join(shown, folder)).map((file) => {
      const { value, locate } = parseYaml(join(shown, folder, basename(file)), readText(file));
      return located(() => checked(schema, value), locate);
    });
  const market = { customers: each("customers", customerSchema), businesses: each("businesses", businessSchema) };
  checkNames(market, () => shown);
  return market;
}

function marketFile(path: string, shown: string): MarketData {
  const { value, locate } = parseYaml(shown, readText(path));
  return located(() => {
    const lists = checked(wholeSchema, value);
    const market = {
      customers: lists.customers.map((one, k) => checked(customerSchema, one, ["customers", k])),
      businesses: lists.businesses.map((one, k) => checked(businessSchema, one, ["businesses", k])),
    };
    for (const folder of FOLDERS) {
      if (market[folder].length > 0) continue;
      throw new UserError({ code: "empty-market", what: `the market has no ${folder}`, path: [folder] });
    }
    checkNames(market, () => undefined);
    return market;
  }, locate);
}

/** Throws a UserError where two customers or businesses share an id, or an item or an amenity is misspelt. */
function checkNames({ customers, businesses }: MarketData, whereOf: () => string | undefined): void {
  const problems: Problem[] = [];
  const where = whereOf();
  const tell = (path: NonNullable<Problem["path"]>, what: string, hint?: string) =>
    problems.push({
      ...{ code: "bad-market", what },
      ...(where === undefined ? { path } : { where }),
      ...(hint === undefined ? {} : { hint }),
    });
  for (const [folder, all] of [
    ["customers", customers],
    ["businesses", businesses],
  ] as const) {
    const ids = all.map((one) => one.id);
    for (const [k, one] of ids.entries())
      if (ids.indexOf(one) < k) tell([folder, k, "id"], `two of the ${folder} have the id ${JSON.stringify(one)}`);
  }
  // What no business has may be wanted in vain; what is nearly named is misspelt.
  const nearly = (wanted: string, known: readonly string[]) =>
    known.includes(wanted) ? undefined : nearest(wanted, known);
  // Dishes have short names that are alike, such as soup and soda.
  const isSlip = (item: string, close: string) =>
    distance(item.toLowerCase(), close.toLowerCase()) <= Math.max(1, item.length / 5);
  const amenities = [...new Set(businesses.flatMap(({ amenity_features }) => Object.keys(amenity_features)))];
  const items = [...new Set(businesses.flatMap(({ menu_features }) => menu_features.map(([item]) => item)))];
  for (const [k, { id: own, amenity_features, menu_features }] of customers.entries()) {
    for (const [j, amenity] of amenity_features.entries()) {
      const close = nearly(amenity, amenities);
      if (close === undefined) continue;
      const what = `${own} needs the amenity ${JSON.stringify(amenity)}, and no business names it`;
      tell(["customers", k, "amenity_features", j], what, `did you mean "${close}"?`);
    }
    for (const [item] of menu_features) {
      const close = nearly(item, items);
      if (close === undefined || !isSlip(item, close)) continue;
      const what = `${own} orders ${JSON.stringify(item)}, which no business sells`;
      tell(["customers", k, "menu_features", item], what, `did you mean "${close}"?`);
    }
  }
  if (problems.length > 0) throw new UserError(problems);
}

function located<T>(work: () => T, locate: (problem: Problem) => Problem): T {
  try {
    return work();
  } catch (error) {
    throw retold(error, locate);
  }
}
