// Trees of maps and lists with another value at a place.

import { display } from "../../core/checked.ts";
import { type Path, UserError } from "../../core/errors.ts";
import { orderedKeys, withOrder } from "../../core/key-order.ts";

/** A copy of `tree` with `value` placed at `keys`; maps are made where there are none, list items must be there. */
export function placed(tree: unknown, keys: Path, value: unknown): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return value;
  if (Array.isArray(tree)) {
    if (!tree.some((_, k) => String(k) === String(key))) {
      const what = `a list of ${tree.length} has no item ${display(key)}`;
      throw new UserError({ code: "no-item", what, hint: `items are counted from 0 to ${tree.length - 1}` });
    }
    return tree.map((item, k) => (String(k) === String(key) ? placed(item, rest, value) : item));
  }
  const before: Record<string, unknown> = typeof tree === "object" && tree !== null ? { ...tree } : {};
  const own = Object.hasOwn(before, key) ? before[key] : undefined;
  const order = typeof tree === "object" && tree !== null ? orderedKeys(tree) : [];
  return withOrder({ ...before, [key]: placed(own, rest, value) }, [...new Set([...order, String(key)])]);
}

/**
 * Whether a problem at `path` is about an assignment to `keys`: it said what is there or above, or it made a map there
 * where `before` had none.
 */
export function concerns(keys: Path, path: Path, before: unknown): boolean {
  if (!keys.every((key, k) => k >= path.length || String(path[k]) === String(key))) return false;
  if (keys.length <= path.length) return true;
  const there = path.reduce<unknown>((at, key) => (isTree(at) ? Reflect.get(at, key) : undefined), before);
  // A world, policy or reward given by its name alone is opened by an assignment below it and stays what it was.
  return there === undefined || (path.length > 1 && !isTree(there));
}

const isTree = (value: unknown): value is object => typeof value === "object" && value !== null;
