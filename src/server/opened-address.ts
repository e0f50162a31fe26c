// The address to print for a server. One that listens on all addresses needs a concrete address of the machine.

import { type NetworkInterfaceInfo, networkInterfaces } from "node:os";

/** Hosts that mean all addresses of the machine, with the address family that is preferred for printing. */
const EVERY: Readonly<Record<string, "IPv4" | "IPv6">> = { "0.0.0.0": "IPv4", "::": "IPv6" };

/** Returns the host for a page's URL: the given one, or an address of the machine where the given one means all. */
export function openedHost(
  host: string,
  interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces(),
): string {
  const first = EVERY[host];
  if (first === undefined) return host;
  const all = Object.values(interfaces).flatMap((one): readonly NetworkInterfaceInfo[] => one ?? []);
  // A link-local address needs a zone, which browsers reject.
  const outside = all.filter(({ internal, address }) => !internal && !address.startsWith("fe80:"));
  const shown = outside.find(({ family }) => family === first) ?? outside.find(({ family }) => family === "IPv4");
  return shown?.address ?? (first === "IPv4" ? "127.0.0.1" : "::1");
}
