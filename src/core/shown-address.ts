// The address of a database as people may read it: it may hold a password, in more than one place.

/** What an address is that says nothing but where the database is, and its user; what follows "?" may say more. */
const PLAIN =
  /^((?:\w+:)?\/\/)?(?:([^\s:/?#@]*)(?::[^\s:/?#@]*)?@)?((?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?)?(\/[^\s:?#@=]*)?(?:\?[^@]*)?$/;

/**
 * An address without its password, and without what follows "?". Of an address that has another form nothing is told that may be a part of a
 * password: one that holds "/" or "#" may end anywhere.
 */
export function shownAddress(address: string): string {
  const plain = PLAIN.exec(address);
  if (plain !== null) {
    const [, scheme = "", user, host = "", path = ""] = plain;
    return `${scheme}${user === undefined ? "" : `${user}@`}${host}${path}`;
  }
  const [begun = ""] = /^(?:\w+:\/\/[^\s:/?#@]*)?/.exec(address) ?? [];
  return `${begun}…`;
}

/** Whether a text begins as an address of PostgreSQL does. */
export const isDatabase = (text: string): boolean => /^postgres(?:ql)?:/i.test(text);
