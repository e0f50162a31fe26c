// The address that a person opens of a server: one that listens on every address of its machine has none of these as its name.

import { type NetworkInterfaceInfo, networkInterfaces } from "node:os";

/** Hosts that stand for every address of the machine, with the family that is shown first. */
const EVERY: Readonly<Record<string, "IPv4" | "IPv6">> = { "0.0.0.0": "IPv4", "::": "IPv6" };

/** The host of a page's address: as it was named, or the machine's own where that is every one. */
export function openedHost(
  host: string,
  interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces(),
): string {
  const first = EVERY[host];
  if (first === undefined) return host;
  const all = Object.values(interfaces).flatMap((one): readonly NetworkInterfaceInfo[] => one ?? []);
  // An address of one link alone needs its zone, which browsers refuse.
  const outside = all.filter(({ internal, address }) => !internal && !address.startsWith("fe80:"));
  const shown = outside.find(({ family }) => family === first) ?? outside.find(({ family }) => family === "IPv4");
  return shown?.address ?? (first === "IPv4" ? "127.0.0.1" : "::1");
}
