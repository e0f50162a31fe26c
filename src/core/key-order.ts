// The order of a map's keys in its file. JavaScript lists integer-like keys first, in ascending order. Where the order of variants, players
// or columns matters, the file's order is stored beside the map.

const orders = new WeakMap<object, readonly string[]>();
/** Whether any map has a stored order: few have one, and without any a copy need not be searched. */
let isUsed = false;

/** Returns whether JavaScript would move a key to the front. */
export const isMoved = (key: string): boolean => /^\d+$/.test(key);

/** Stores the order of a map's keys and returns the map. The list is kept by reference and must not change. */
export function withOrder<T extends object>(map: T, keys: readonly string[]): T {
  if (!keys.some(isMoved)) return map;
  isUsed = true;
  orders.set(map, keys);
  return map;
}

/** Returns a map's keys in the order of its file. */
export function orderedKeys(map: object): string[] {
  const own = Object.keys(map);
  const order = orders.get(map);
  if (order === undefined) return own;
  const known = new Set(order);
  return [...order.filter((key) => Object.hasOwn(map, key)), ...own.filter((key) => !known.has(key))];
}

/** Returns a map's entries in the order of its file. */
export const orderedEntries = <T>(map: Readonly<Record<string, T>>): [key: string, value: T][] =>
  orderedKeys(map).map((key) => [key, map[key]]);

/** Copies the stored key orders of a value, and of all maps within it, to its copy. */
export function carryOrder(from: unknown, to: unknown): void {
  if (!isUsed || from === to || typeof from !== "object" || from === null || typeof to !== "object" || to === null)
    return;
  const order = orders.get(from);
  if (order !== undefined && !Array.isArray(to)) withOrder(to, order);
  for (const [key, part] of Object.entries(from)) if (Object.hasOwn(to, key)) carryOrder(part, Reflect.get(to, key));
}

/** Serialises a value as `JSON.stringify` does, with the keys of maps in the order of their file. */
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
