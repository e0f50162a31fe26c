// Names whose things are loaded when they are asked for: a command imports the modules that it names, and no others. What a thing is
// called stands in its own module; a library only says where that module is.

import { UserError, unknownName } from "./errors.ts";
import { type BoundEntry, Registry } from "./registry.ts";

/** Where each named thing comes from. */
export type Sources<Thing> = Readonly<Record<string, () => Promise<Thing>>>;

/** The things of one kind by id, each in a module that is imported when the id is asked for. */
export class Library<Thing extends { readonly id: string }> {
  readonly kind: string;
  readonly #sources = new Map<string, () => Promise<Thing>>();

  /** Throws an Error where two things have one name. */
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

  /** What is called `id`; a UserError names the nearest where nothing is. */
  async get(id: string, path: readonly (string | number)[] = []): Promise<Thing> {
    const source = this.#sources.get(id);
    if (source === undefined) throw new UserError({ ...unknownName(this.kind, id, this.ids()), path });
    const thing = await source();
    if (thing.id !== id) throw new Error(`"${id}" is looked for where "${thing.id}" is`);
    return thing;
  }

  /** Everything, or what `chosen` says, in the order of the ids. */
  all(chosen: (id: string) => boolean = () => true): Promise<Thing[]> {
    return Promise.all(
      this.ids()
        .filter(chosen)
        .map((id) => this.get(id)),
    );
  }
}

/** The things that one module holds in a list; an Error where their ids are others than those. */
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

/** Entries at hand, for code that cannot wait: all of them, or those that `chosen` says; and `own`, which are at hand already. */
export async function atHand<Made>(
  library: Library<BoundEntry<Made>>,
  chosen?: (id: string) => boolean,
  own: readonly BoundEntry<Made>[] = [],
): Promise<Registry<Made>> {
  return new Registry(library.kind, [...(await library.all(chosen)), ...own], library.ids());
}
