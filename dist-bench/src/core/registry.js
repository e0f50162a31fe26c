// Everything is addressed by name and parameters. A registry holds the entries of one room; an entry knows its
// parameters as a schema, so that YAML, TypeScript, the command line and the documentation describe the same thing.
import { checked } from "./checked.js";
import { UserError, unknownName } from "./errors.js";
/** Hides an entry's parameter type behind its own check. */
export function bind(entry) {
    const complete = (parameters, path = []) => checked(entry.parameters, parameters ?? {}, path);
    return {
        id: entry.id,
        summary: entry.summary,
        ...(entry.source === undefined ? {} : { source: entry.source }),
        parameters: entry.parameters,
        complete,
        make: (parameters, path) => entry.make(complete(parameters, path)),
    };
}
/** The entries of one room by id. */
export class Registry {
    kind;
    #entries = new Map();
    constructor(kind, entries = []) {
        this.kind = kind;
        for (const entry of entries)
            this.add(entry);
    }
    add(entry) {
        if (this.#entries.has(entry.id))
            throw new Error(`two entries are called "${entry.id}"`);
        this.#entries.set(entry.id, entry);
    }
    has(id) {
        return this.#entries.has(id);
    }
    /** The entry, or a UserError that names the nearest. */
    get(id, path = []) {
        const entry = this.#entries.get(id);
        if (entry === undefined)
            throw new UserError({ ...unknownName(this.kind, id, this.ids()), path });
        return entry;
    }
    ids() {
        return [...this.#entries.keys()];
    }
    entries() {
        return [...this.#entries.values()];
    }
}
