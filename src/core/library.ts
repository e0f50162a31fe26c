// Lazily loaded parts by id: a command imports only the modules that it names. The id is declared in the module itself; a library only maps
// it to the module.

import { UserError, unknownName } from "./errors.ts";
import { type BoundEntry, Registry } from "./registry.ts";

/** Import functions by id. */
export type Sources<Thing> = Readonly<Record<string, () => Promise<Thing>>>;

/** Parts of one kind by id. Each is in a module that is imported when the id is requested. */
export class Library<Thing extends { readonly id: string }> {
  readonly kind: string;
  readonly #sources = new Map<string, () => Promise<Thing>>();

  /** Throws an Error where two parts have the same id. */
  constructor(kind: string, ...families: readonly Sources<Thing>[]) {
    this.kind = kind;
    for (const [id, source] of families.flatMap((family) => Object.entries(family))) {
      if (this.#sources.has(id)) throw new Error(`two entries are called "${id}"`);
      this.#sources.set(id, source);
    }
  }

  has(id: string): boolean {
    return this.#sources.has(id);
  }

  ids(): string[] {
    return [...this.#sources.keys()];
  }

  /** Returns the part `id`. Throws a UserError that names the nearest id where there is none. */
  async get(id: string, path: readonly (string | number)[] = []): Promise<Thing> {
    const source = this.#sources.get(id);
    if (source === undefined) throw new UserError({ ...unknownName(this.kind, id, this.ids()), path });
    const thing = await source();
    if (thing.id !== id) throw new Error(`"${id}" is looked for where "${thing.id}" is`);
    return thing;
  }

  /** Returns all parts, or those that `chosen` selects, in the order of the ids. */
  all(chosen: (id: string) => boolean = () => true): Promise<Thing[]> {
    return Promise.all(
      this.ids()
        .filter(chosen)
        .map((id) => this.get(id)),
    );
  }
}

/** Returns import functions for several parts that one module exports as a list. Throws an Error where their ids are not `ids`. */
export function together<Thing extends { readonly id: string }>(
  ids: readonly string[],
  load: () => Promise<readonly Thing[]>,
): Sources<Thing> {
  const find = async (id: string): Promise<Thing> => {
    const things = await load();
    const thing = things.find((one) => one.id === id);
    if (thing === undefined || things.length !== ids.length)
      throw new Error(`${ids.join(", ")} are looked for where ${things.map((one) => one.id).join(", ")} are`);
    return thing;
  };
  return Object.fromEntries(ids.map((id) => [id, () => find(id)]));
}

/** Loads all entries of a library, or those that `chosen` selects, into a registry for synchronous code. `own` entries are added. */
export async function atHand<Made>(
  library: Library<BoundEntry<Made>>,
  chosen?: (id: string) => boolean,
  own: readonly BoundEntry<Made>[] = [],
): Promise<Registry<Made>> {
  return new Registry(library.kind, [...(await library.all(chosen)), ...own], library.ids());
}
