// The order of a map's keys as its file has them. JavaScript lists keys that are whole numbers first, in the order of their size; where the
// order of variants, players or columns means something, that of the file is kept beside the map.

const orders = new WeakMap<object, readonly string[]>();
/** Whether any map has an order of its own: few have, and a copy need not be looked through for none. */
let isUsed = false;

/** Whether JavaScript would move a key to the front. */
const isMoved = (key: string): boolean => /^\d+$/.test(key);

/** A map whose keys have this order from now on. */
export function withOrder<T extends object>(map: T, keys: readonly string[]): T {
  if (!keys.some(isMoved)) return map;
  isUsed = true;
  orders.set(map, [...keys]);
  return map;
}

/** A map's keys in the order of its file. */
export function orderedKeys(map: object): string[] {
  const own = Object.keys(map);
  const order = orders.get(map);
  if (order === undefined) return own;
  const known = new Set(order);
  return [...order.filter((key) => Object.hasOwn(map, key)), ...own.filter((key) => !known.has(key))];
}

/** A map's keys and values in the order of its file. */
export const orderedEntries = <T>(map: Readonly<Record<string, T>>): [key: string, value: T][] =>
  orderedKeys(map).map((key) => [key, map[key]]);

/** Gives a copy, and all that lies in it, the orders of what it is a copy of. */
export function carryOrder(from: unknown, to: unknown): void {
  if (!isUsed || from === to || typeof from !== "object" || from === null || typeof to !== "object" || to === null)
    return;
  const order = orders.get(from);
  if (order !== undefined && !Array.isArray(to)) withOrder(to, order);
  for (const [key, part] of Object.entries(from)) if (Object.hasOwn(to, key)) carryOrder(part, Reflect.get(to, key));
}
