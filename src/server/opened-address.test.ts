// Printed addresses can be opened in a browser on another machine.

import type { networkInterfaces } from "node:os";
import { expect, test } from "vitest";
import { openedHost } from "./listening.ts";

const one = (address: string, family: "IPv4" | "IPv6", internal = false) => ({
  ...{ address, family, internal, netmask: "", mac: "", cidr: null },
  ...(family === "IPv6" && { scopeid: 0 }),
});
const all: ReturnType<typeof networkInterfaces> = {
  lo: [one("127.0.0.1", "IPv4", true), one("::1", "IPv6", true)],
  eth0: [one("fe80::1", "IPv6"), one("192.168.1.7", "IPv4"), one("2001:db8::7", "IPv6")],
} as ReturnType<typeof networkInterfaces>;

test.each([
  ["0.0.0.0", all, "192.168.1.7"],
  ["::", all, "2001:db8::7"],
  ["::", { eth0: all.eth0?.slice(0, 2) }, "192.168.1.7"],
  ["0.0.0.0", { lo: all.lo }, "127.0.0.1"],
  ["::", {}, "::1"],
  ["192.168.1.9", all, "192.168.1.9"],
  ["example.org", all, "example.org"],
] as const)("a server on %s is opened at another address", (host, interfaces, shown) => {
  expect(openedHost(host, interfaces)).toBe(shown);
});
