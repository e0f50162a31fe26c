// Database addresses without secrets: an address may contain a password in more than one place.

/** An address with nothing but host, port, database and user. What follows "?" may contain more. */
const PLAIN =
  /^((?:\w+:)?\/\/)?(?:([^\s:/?#@]*)(?::[^\s:/?#@]*)?@)?((?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?)?(\/[^\s:?#@=]*)?(?:\?[^@]*)?$/;

/**
 * Returns an address without its password and without what follows "?". An address of another form is hidden as far as it may be part of a
 * password: a password that contains "/" or "#" may end anywhere.
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

/** Returns whether a text begins like an address of PostgreSQL. */
export const isDatabase = (text: string): boolean => /^postgres(?:ql)?:/i.test(text);
