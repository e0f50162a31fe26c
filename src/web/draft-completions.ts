// Completions at a position of an experiment: keys and values of its schema, names with their summaries, parameters of named parts,
// channels and agents of the world. The schema is the published JSON Schema; the server describes named parts.

import { isMap, ownValue } from "../core/checked.ts";
import type { DraftWords, NamedKind, NamedThing } from "../lab/view/draft-data.ts";
import type { YamlPlace } from "./yaml-place.ts";

export interface CompletionOffer {
  readonly label: string;
  readonly kind: "key" | "name" | "value" | "channel";
  /** Text beside the word: its default, or its unit. */
  readonly detail?: string;
  /** A sentence or two. */
  readonly about?: string;
}

/** A name whose description is needed. */
export interface NamedOption {
  readonly kind: NamedKind;
  readonly name: string;
}

/** Returns the description of a name: undefined where the server was not asked yet, null where there is no such part. */
export type Known = (named: NamedOption) => NamedThing | null | undefined;

/** Completions at a position, and the names whose descriptions are needed to complete them. */
export interface Offers {
  readonly offers: readonly CompletionOffer[];
  readonly wanted: readonly NamedOption[];
}

interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema | boolean;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly type?: string;
  readonly pattern?: string;
  readonly description?: string;
  readonly default?: unknown;
}

/** One of the schemas of a value, with the document that its references point into. */
interface Form {
  readonly schema: Schema;
  readonly root: Schema;
}

type Path = readonly (string | number)[];

/** The key under which a part is named, and its kind; a part may also be given by its name alone. */
const NAMED_BY: Readonly<Record<string, NamedKind>> = { id: "environment", policy: "policy", use: "reward" };
const PARTS: Readonly<Record<string, string>> = { environment: "id", agents: "policy", reward: "use" };
const OTHERS = "all agents that are not named";

/** Returns the completions at a position. */
export function offersAt(place: YamlPlace, words: DraftWords, known: Known): Offers {
  const root: Schema = words.schema;
  const wanted = new Map<string, NamedOption>();
  const thing = (kind: NamedKind, name: unknown): NamedThing | undefined => {
    if (typeof name !== "string" || name === "") return undefined;
    const entry = known({ kind, name });
    if (entry === undefined) wanted.set(`${kind} ${name}`, { kind, name });
    return entry ?? undefined;
  };
  const about = new Map(Object.values(words.names).flatMap((all) => all.map(({ id, summary }) => [id, summary])));
  const { path, document } = inBase(place);

  /** Returns the schemas of a value at the end of a path, and the present value. */
  const formsAt = (keys: Path): { forms: readonly Form[]; here: unknown } => {
    let forms = flattened({ schema: root, root });
    let here: unknown = document;
    for (const key of keys) {
      forms = fitting(forms, here, thing).flatMap((form) => below(form, key).flatMap(flattened));
      here = isMap(here) || Array.isArray(here) ? Reflect.get(here, key) : undefined;
    }
    return { forms, here };
  };
  const world = () => thing("environment", nameIn(document, "environment"));

  const keys = (): CompletionOffer[] => {
    const last = path.at(-1);
    if (last === "weights" || last === "potential") return channels(world());
    const { forms, here } = formsAt(path);
    const isSeats = path.join() === "agents" && !(isMap(here) && "policy" in here);
    const seats = isSeats ? [...(world()?.agents ?? []), "others"] : [];
    const named = seats.map(
      (label): CompletionOffer => ({ label, kind: "key", ...(label === "others" && { about: OTHERS }) }),
    );
    const isOverride = place.path[0] === "grid" ? place.path.length === 1 : isVariant(place.path);
    const there = isMap(here) ? Object.keys(here) : [];
    return [...named, ...(isOverride ? overrides() : keysOf(fitting(forms, here, thing)))].filter(
      ({ label }) => !there.includes(label),
    );
  };
  /** Returns the paths that a variant or a grid may set. */
  const overrides = (): CompletionOffer[] =>
    Object.keys(PARTS).flatMap((part) => {
      const { forms, here } = formsAt([part]);
      const map = opened(here, part);
      const inner = Object.keys(map).length === 0 ? [] : keysOf(fitting(forms, map, thing));
      const paths = inner.map((offer) => ({ ...offer, label: `${part}.${offer.label}` }));
      const whole: CompletionOffer = { label: part, kind: "key", ...aboutOf(root.properties?.[part]?.description) };
      return [whole, ...paths.filter(({ label }) => label !== `${part}.${PARTS[part]}`)];
    });
  const values = (): CompletionOffer[] => {
    const offers = formsAt(path).forms.flatMap(({ schema }) => valuesOf(schema));
    const named = offers.map(({ label, ...rest }): CompletionOffer => {
      const sentence = about.get(label);
      return sentence === undefined ? { label, ...rest } : { label, ...rest, kind: "name", about: sentence };
    });
    const isChannel = path.at(-1) === "channel" || path.at(-1) === "shape" || path.join() === "objective";
    return [...(isChannel ? channels(world()) : []), ...named];
  };

  const all = [...(place.isKey ? keys() : []), ...(place.isValue ? values() : [])];
  const byLabel = new Map(all.toReversed().map((offer) => [offer.label, offer]));
  return { offers: [...byLabel.values()].toReversed(), wanted: [...wanted.values()] };
}

const isVariant = (path: Path): boolean => path[0] === "variants" && path.length === 2;

/** Converts a position within a variant or a grid to the position that it overrides, in the document with the variant applied. */
function inBase({ path, value }: YamlPlace): { readonly path: Path; readonly document: unknown } {
  const [section, name, key, ...rest] = path;
  if (!isMap(value)) return { path, document: value };
  const group = ownValue(value, String(section));
  if (section === "grid" && typeof name === "string")
    return { path: [...name.split("."), ...rest], document: overridden(value, { [name]: null }) };
  if (section !== "variants" || name === undefined || !isMap(group)) return { path, document: value };
  const variant = ownValue(group, String(name));
  const document = isMap(variant) ? overridden(value, variant) : value;
  return { path: key === undefined ? path : [...String(key).split("."), ...rest], document };
}

/** Returns the document with a variant's overrides, whose keys may be paths. */
function overridden(document: Readonly<Record<string, unknown>>, variant: Readonly<Record<string, unknown>>): unknown {
  let whole: Readonly<Record<string, unknown>> = document;
  for (const [path, value] of Object.entries(variant)) {
    const [part, ...rest] = path.split(".");
    whole = { ...whole, [part]: rest.length === 0 ? value : placed(opened(ownValue(whole, part), part), rest, value) };
  }
  return whole;
}

function placed(map: Readonly<Record<string, unknown>>, [key, ...rest]: readonly string[], value: unknown): object {
  const inner = ownValue(map, key);
  return { ...map, [key]: rest.length === 0 ? value : placed(isMap(inner) ? inner : {}, rest, value) };
}

/** Returns a part as a map, also where it is given by name alone. */
function opened(value: unknown, part: string): Readonly<Record<string, unknown>> {
  if (isMap(value)) return value;
  const key = ownValue(PARTS, part);
  return typeof value === "string" && key !== undefined ? { [key]: value } : {};
}

function nameIn(document: unknown, part: string): unknown {
  return isMap(document) ? opened(document[part], part)[PARTS[part]] : undefined;
}

/** Returns all alternatives of a schema; an alternative without a description inherits that of the parent. */
function flattened({ schema, root }: Form): Form[] {
  const { $ref, anyOf, oneOf, description } = schema;
  const describe = (inner: Schema): Schema =>
    inner.description === undefined && description !== undefined ? { ...inner, description } : inner;
  if ($ref !== undefined) {
    const target = root.$defs?.[$ref.slice($ref.lastIndexOf("/") + 1)];
    return target === undefined ? [] : flattened({ schema: describe(target), root });
  }
  const choices = anyOf ?? oneOf;
  return choices === undefined
    ? [{ schema, root }]
    : choices.flatMap((inner) => flattened({ schema: describe(inner), root }));
}

/** Returns the schemas that the present value may still match, with the parameters of the part that it names. */
function fitting(
  forms: readonly Form[],
  here: unknown,
  thing: (kind: NamedKind, name: unknown) => NamedThing | undefined,
): readonly Form[] {
  if (Array.isArray(here)) return forms.filter(({ schema }) => schema.items !== undefined);
  const map = isMap(here) ? here : {};
  const keys = Object.keys(map);
  const open = forms.filter(({ schema, root }) => {
    const { properties, additionalProperties } = schema;
    if (properties === undefined && typeof additionalProperties !== "object") return false;
    return keys.every((key) => {
      const property = ownValue(properties ?? {}, key);
      if (property === undefined) return additionalProperties !== false;
      return typeof map[key] !== "string" || mayBe(flattened({ schema: property, root }), map[key]);
    });
  });
  const declared = ({ schema }: Form): number =>
    keys.filter((key) => ownValue(schema.properties ?? {}, key) !== undefined).length;
  const most = Math.max(0, ...open.map(declared));
  return open
    .filter((form) => declared(form) === most)
    .flatMap((form) => {
      const [key] = Object.keys(NAMED_BY).filter((name) => form.schema.properties?.[name] !== undefined);
      const isClosed = form.schema.additionalProperties === false;
      const entry = key === undefined || isClosed ? undefined : thing(NAMED_BY[key], map[key]);
      if (entry === undefined) return [form];
      const parameters: Schema = entry.parameters;
      return [form, { schema: { properties: parameters.properties ?? {} }, root: parameters }];
    });
}

/** Returns whether a text is valid for one of these schemas. */
const mayBe = (forms: readonly Form[], text: string): boolean =>
  forms.some(({ schema }) => {
    if (schema.const !== undefined) return schema.const === text;
    if (schema.enum !== undefined) return schema.enum.includes(text);
    return schema.pattern === undefined || new RegExp(schema.pattern, "u").test(text);
  });

/** Returns the schemas of a key's value, or of a list's item. */
function below({ schema, root }: Form, key: string | number): Form[] {
  const { properties, additionalProperties, items } = schema;
  const inner = typeof key === "number" ? items : (properties?.[key] ?? additionalProperties);
  return typeof inner === "object" ? [{ schema: inner, root }] : [];
}

const keysOf = (forms: readonly Form[]): CompletionOffer[] =>
  forms.flatMap(({ schema, root }) =>
    Object.entries(schema.properties ?? {}).map(([label, property]): CompletionOffer => {
      const presets = [property, ...flattened({ schema: property, root }).map((form) => form.schema)];
      const preset = presets.map((one) => one.default).find((value) => value !== undefined);
      const isShort = preset !== undefined && (typeof preset !== "object" || preset === null);
      const about = aboutOf(property.description ?? schema.description);
      return { label, kind: "key", ...(isShort && { detail: `default ${String(preset)}` }), ...about };
    }),
  );

const aboutOf = (about: string | undefined) => (about === undefined ? {} : { about });

function valuesOf({ const: only, enum: several, type, default: preset, description }: Schema): CompletionOffer[] {
  const values = several ?? (only !== undefined ? [only] : type === "boolean" ? [true, false] : [preset]);
  return values
    .filter((value) => ["string", "number", "boolean"].includes(typeof value))
    .map((value) => ({
      label: String(value),
      kind: "value",
      ...(value === preset && { detail: "default" }),
      ...aboutOf(description),
    }));
}

/** Returns the channels of a world: an agent's own, and aggregated over all agents. */
const channels = (world: NamedThing | undefined): CompletionOffer[] =>
  (world?.channels ?? []).flatMap(({ name, meaning }): CompletionOffer[] => [
    { label: name, kind: "channel", about: meaning },
    { label: `joint.${name}`, kind: "channel", detail: "sum over all agents", about: meaning },
    { label: `mean.${name}`, kind: "channel", detail: "mean over all agents", about: meaning },
  ]);
