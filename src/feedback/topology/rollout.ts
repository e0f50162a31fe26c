// A rollout as the topology of an interaction sees it: turns of tool, action and observation, and whether it succeeded. What
// was thought in between is left out: it would make every turn a class of its own.

/** A turn ẑ = (r, a, o) without its reasoning r. */
export interface Turn {
  /** The tool's name: chains of tools are compared by it. */
  readonly tool: string;
  /** Key of the action: turns with one key do the same. See `actionKey`. */
  readonly action: string;
  /** Key of the observation: a normalised text, its hash, or the name of a cluster of embeddings. */
  readonly observation: string;
  /** The abstract state of the environment after the turn, as a key. Default: unknown, and turns are merged without it. */
  readonly state?: string;
}

/** One attempt of a policy at a task. */
export interface Rollout {
  readonly id: string;
  readonly task: string;
  readonly turns: readonly Turn[];
  readonly success: boolean;
}

/**
 * A key of a call that is the same for all ways to write it: names in arguments are sorted, strings trimmed, in lower case and
 * in Unicode's composed form, and arguments that are null or undefined are left out.
 */
export function actionKey(tool: string, given: unknown): string {
  return `${tool}(${JSON.stringify(normalised(given) ?? {})})`;
}

function normalised(value: unknown): unknown {
  if (typeof value === "string") return value.normalize("NFC").trim().toLowerCase();
  if (Array.isArray(value)) return value.map(normalised);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== null && one !== undefined);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, one]) => [name, normalised(one)]));
}

/** Rollouts by task, in the order in which tasks come up. */
export function byTask(rollouts: readonly Rollout[]): Map<string, Rollout[]> {
  const tasks = new Map<string, Rollout[]>();
  for (const rollout of rollouts) {
    const known = tasks.get(rollout.task);
    if (known === undefined) tasks.set(rollout.task, [rollout]);
    else known.push(rollout);
  }
  return tasks;
}
