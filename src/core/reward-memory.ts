// Memory of rewards across episodes. A training has one memory for all its copies of the world, and saves it in its checkpoints. Without
// training, a memory lasts as long as the reward.

/** An array or table in sparse form, for checkpoints: its non-zero numbers, and their indices or keys. */
export interface Remembered {
  readonly name: string;
  readonly keys: Float64Array;
  readonly values: Float64Array;
}

interface Shelves {
  readonly arrays: Map<string, Float64Array>;
  readonly tables: Map<string, Map<number, number>>;
  /** Restored from a checkpoint, and not requested yet. */
  readonly waiting: Map<string, Remembered>;
}

/** Arrays and tables of numbers by name. Rewards with the same memory share them. */
export class RewardMemory {
  readonly #shelves: Shelves;
  readonly #prefix: string;

  private constructor(shelves: Shelves, prefix: string) {
    this.#shelves = shelves;
    this.#prefix = prefix;
  }

  static empty(): RewardMemory {
    return new RewardMemory({ arrays: new Map(), tables: new Map(), waiting: new Map() }, "");
  }

  /** Returns a view of this memory with its own name prefix, for a reward that is part of another. */
  part(name: string | number): RewardMemory {
    return new RewardMemory(this.#shelves, `${this.#prefix}${name}.`);
  }

  /** Returns the array `name`, initially zeros. Every call must give the same length. */
  array(name: string, length: number): Float64Array {
    const { arrays, waiting } = this.#shelves;
    const full = `${this.#prefix}${name}`;
    let array = arrays.get(full);
    if (array === undefined) {
      array = new Float64Array(length);
      arrays.set(full, array);
      const { keys = [], values = [] } = waiting.get(full) ?? {};
      for (const [k, at] of keys.entries()) array[at] = values[k];
      waiting.delete(full);
    }
    if (array.length !== length) throw new Error(`"${full}" has ${array.length} numbers, and ${length} were asked for`);
    return array;
  }

  /** Returns the table `name`, initially empty. */
  table(name: string): Map<number, number> {
    const { tables, waiting } = this.#shelves;
    const full = `${this.#prefix}${name}`;
    let table = tables.get(full);
    if (table === undefined) {
      const { keys = [], values = [] } = waiting.get(full) ?? {};
      table = new Map(Array.from(keys, (key, k) => [key, values[k]]));
      tables.set(full, table);
      waiting.delete(full);
    }
    return table;
  }

  /** Returns all arrays and tables in sparse form. */
  save(): Remembered[] {
    const { arrays, tables, waiting } = this.#shelves;
    const filled = [...arrays].map(([name, array]) => {
      const keys = Float64Array.from(array.keys()).filter((at) => array[at] !== 0);
      return { name, keys, values: keys.map((at) => array[at]) };
    });
    const listed = [...tables].map(([name, table]) => ({
      name,
      keys: Float64Array.from(table.keys()),
      values: Float64Array.from(table.values()),
    }));
    return [...filled, ...listed, ...waiting.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Restores what `save` returned. Call it before any array or table is requested. */
  restore(remembered: readonly Remembered[]): void {
    for (const one of remembered) this.#shelves.waiting.set(one.name, one);
  }
}
