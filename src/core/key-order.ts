// The order of a map's keys as its file has them. JavaScript lists keys that are whole numbers first, in the order of their size; where the
// order of variants, players or columns means something, that of the file is kept beside the map.

const orders = new WeakMap<object, readonly string[]>();
/** Whether any map has an order of its own: few have, and a copy need not be looked through for none. */
let isUsed = false;

/** Whether JavaScript would move a key to the front. */
export const isMoved = (key: string): boolean => /^\d+$/.test(key);

/** A map with its keys in this order from now on; the list of them is kept, and does not change. */
export function withOrder<T extends object>(map: T, keys: readonly string[]): T {
  if (!keys.some(isMoved)) return map;
  isUsed = true;
  orders.set(map, keys);
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

/** A value as JSON, as `JSON.stringify` writes it, with the keys of maps in the order of their file. */
export const orderedJson = (value: unknown): string | undefined => (isUsed ? jsonOf(value) : JSON.stringify(value));

function jsonOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return `[${value.map((part) => jsonOf(part) ?? "null").join(",")}]`;
  if (typeof value !== "object" || value === null || "toJSON" in value) return JSON.stringify(value);
  const parts = orderedKeys(value).flatMap((key) => {
    const part = jsonOf(Reflect.get(value, key));
    return part === undefined ? [] : [`${JSON.stringify(key)}:${part}`];
  });
  return `{${parts.join(",")}}`;
}
