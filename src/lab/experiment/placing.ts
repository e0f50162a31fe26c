// Setting a value at a path in a tree of maps and lists.

import { display } from "../../core/checked.ts";
import { type Path, UserError } from "../../core/errors.ts";
import { orderedKeys, withOrder } from "../../core/key-order.ts";

/** Returns a copy of `tree` with `value` at `keys`. Missing maps are created; list items must exist. */
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
 * Returns whether a problem at `path` was caused by an assignment to `keys`: it set the value there or above, or it created a map there
 * where `before` had none.
 */
export function concerns(keys: Path, path: Path, before: unknown): boolean {
  if (!keys.every((key, k) => k >= path.length || String(path[k]) === String(key))) return false;
  if (keys.length <= path.length) return true;
  const there = path.reduce<unknown>((at, key) => (isTree(at) ? Reflect.get(at, key) : undefined), before);
  // A world, policy or reward given by its name alone becomes a map when a parameter is assigned, and keeps its name.
  return there === undefined || (path.length > 1 && !isTree(there));
}

const isTree = (value: unknown): value is object => typeof value === "object" && value !== null;
