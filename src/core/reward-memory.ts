// What rewards remember across episodes. A training has one memory for all its copies of the world, and keeps it
// in its checkpoints. Without training, a memory lasts as long as the reward.

/** What a name stands for, ready to be written down: numbers that are not 0, and the places or keys where they are. */
export interface Remembered {
  readonly name: string;
  readonly keys: Float64Array;
  readonly values: Float64Array;
}

interface Shelves {
  readonly arrays: Map<string, Float64Array>;
  readonly tables: Map<string, Map<number, number>>;
  /** Restored, and not asked for yet. */
  readonly waiting: Map<string, Remembered>;
}

/** Arrays and tables of numbers by name. Rewards that are given the same memory share them. */
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

  /** This memory with names of its own, for a reward that is part of another. */
  part(name: string | number): RewardMemory {
    return new RewardMemory(this.#shelves, `${this.#prefix}${name}.`);
  }

  /** The array `name`, zeros at first; every asking must name the same length. */
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

  /** The table `name`, empty at first. */
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

  /** Everything that is held, by name. */
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

  /** Takes back what `save` gave, before anything is asked for. */
  restore(remembered: readonly Remembered[]): void {
    for (const one of remembered) this.#shelves.waiting.set(one.name, one);
  }
}
