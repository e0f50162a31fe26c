// Finds the owner of the other end of a local connection. Linux lists the owner of every socket; other systems do not.

import { readFile } from "node:fs/promises";
import { endianness } from "node:os";

/** A connection as seen by the server. */
export interface Connection {
  readonly remoteAddress?: string | undefined;
  readonly remotePort?: number | undefined;
  readonly localAddress?: string | undefined;
  readonly localPort?: number | undefined;
}

/** Whether this system reports the owner of the other end. */
export const tellsPeers = process.platform === "linux" && process.getuid !== undefined;

const TABLES = ["/proc/net/tcp", "/proc/net/tcp6"];
/** Number of attempts to find a connection: a table that changes while it is read may lack a row. */
const LOOKS = 3;

let last: Promise<unknown> = Promise.resolve();
let next: Promise<readonly string[]> | undefined;

/** Returns tables that are read from now on; concurrent calls share one reading. */
function tables(): Promise<readonly string[]> {
  if (next !== undefined) return next;
  next = last.then(() => {
    next = undefined;
    return Promise.all(TABLES.map((table) => readFile(table, "utf8").catch(() => "")));
  });
  last = next;
  return next;
}

/**
 * Returns whether a process of this server's user, or of the system's user, opened the connection and still holds it; false where that is
 * unknown.
 */
export async function isOwnPeer(connection: Connection): Promise<boolean> {
  if (!tellsPeers) return false;
  for (let look = 0; look < LOOKS; look++) {
    const owner = ownerIn(await tables(), connection);
    if (owner !== undefined) return owner === 0 || owner === process.getuid?.();
  }
  return false;
}

/**
 * Returns the user that holds the other end of a connection, from the tables of `/proc/net`. Undefined where no process holds it: for an
 * abandoned connection the tables list the system's user.
 */
export function ownerIn(tables: readonly string[], connection: Connection): number | undefined {
  const { remoteAddress, remotePort, localAddress, localPort } = connection;
  const [peers, servers] = [placesOf(remoteAddress, remotePort), placesOf(localAddress, localPort)];
  for (const line of tables.flatMap((table) => table.split("\n"))) {
    const [, local = "", remote = "", , , , , user, , inode] = line.trim().split(/ +/);
    // Both ends are compared, since another connection may have the same address and port at one end.
    if (peers.includes(local) && servers.includes(remote) && Number(inode) > 0) return Number(user);
  }
  return undefined;
}

/**
 * Returns the notations of an address and port in the tables: 32-bit words in the machine's byte order, then the port. An IPv4 address may
 * be in the table of IPv6.
 */
function placesOf(address: string | undefined, port: number | undefined): readonly string[] {
  if (address === undefined || port === undefined) return [];
  const digits = port.toString(16).toUpperCase().padStart(4, "0");
  return wordsOf(address).map((words) => `${words}:${digits}`);
}

function wordsOf(address: string): readonly string[] {
  const four = /(?:^|:)(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(address);
  if (four === null) return address === "::1" ? [`${"0".repeat(24)}${hex([0, 0, 0, 1])}`] : [];
  const word = hex(four.slice(1).map(Number));
  return [word, `${"0".repeat(16)}${hex([0, 0, 255, 255])}${word}`];
}

function hex(bytes: readonly number[]): string {
  const ordered = endianness() === "LE" ? bytes.toReversed() : bytes;
  return Buffer.from(ordered).toString("hex").toUpperCase();
}
