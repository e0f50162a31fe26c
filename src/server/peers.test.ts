// Owners of connections, from tables in Linux's format and for a real connection.

import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { endianness } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { isOwnPeer, ownerIn, tellsPeers } from "./peers.ts";

const HEAD = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode";
const row = (local: string, remote: string, user: number, inode: number): string =>
  `   1: ${local} ${remote} 01 00000000:00000000 00:00000000 00000000  ${user}        0 ${inode} 1 0000 20 4 30 10 -1`;
const MAPPED = "0000000000000000FFFF0000";
const table = [
  HEAD,
  row("0100007F:1CF3", "0100007F:A000", 7, 90),
  row("0100007F:A000", "0100007F:1CF3", 1000, 91),
  row("0100007F:A001", "0100007F:1CF3", 0, 0),
  row("0200007F:A002", "0100007F:1CF3", 1001, 92),
  row("0100007F:A002", "0100007F:0050", 1002, 93),
].join("\n");
const six = [
  HEAD,
  row(`${MAPPED}0100007F:A003`, `${MAPPED}0100007F:1CF3`, 1003, 94),
  row("00000000000000000000000001000000:A004", "00000000000000000000000001000000:1CF3", 1004, 95),
].join("\n");
const of = (remoteAddress: string, remotePort: number, localAddress = "127.0.0.1") =>
  ownerIn([table, six], { remoteAddress, remotePort, localAddress, localPort: 0x1cf3 });

test.skipIf(endianness() !== "LE")("the owner of the other end", () => {
  expect(of("127.0.0.1", 0xa000)).toBe(1000);
  expect(of("127.0.0.2", 0xa002)).toBe(1001);
  // An IPv4 address in an IPv6 socket, and an IPv6 connection.
  expect(of("127.0.0.1", 0xa003)).toBe(1003);
  expect(of("::ffff:127.0.0.1", 0xa003, "::ffff:127.0.0.1")).toBe(1003);
  expect(of("::1", 0xa004, "::1")).toBe(1004);
});

test("an abandoned or missing connection has no owner", () => {
  expect(of("127.0.0.1", 0xa001)).toBeUndefined();
  expect(of("127.0.0.1", 0xa002)).toBeUndefined();
  expect(of("127.0.0.1", 0xa005)).toBeUndefined();
  expect(of("10.0.0.1", 0xa000)).toBeUndefined();
  // A connection with the same address and port at one end, but another server at the other.
  expect(of("127.0.0.1", 0xa000, "127.0.0.5")).toBeUndefined();
});

test.skipIf(!tellsPeers)("a connection of this process is its user's own", async () => {
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const accepted = new Promise<Socket>((resolve) => server.once("connection", resolve));
  const client = connect(port, "127.0.0.1");
  onTestFinished(() => void client.destroy());
  expect(await isOwnPeer(await accepted)).toBe(true);
});
