// Proxies from the environment: which proxy is used, which requests it receives, and what stays hidden from it.

import { createServer, type IncomingMessage, type Server } from "node:http";
import type { Duplex } from "node:stream";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { chatServer } from "../../test/fixtures/chat-server.ts";
import { chatOf, ModelFailure } from "./chat.ts";
import { endpointOf } from "./endpoint.ts";
import { proxyOf } from "./proxy.ts";
import { requestOf } from "./request.ts";

const VARIABLES = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"].flatMap((name) => [name, name.toLowerCase()]);
beforeEach(() => {
  for (const name of VARIABLES) vi.stubEnv(name, "");
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const ask = (endpoint: string, given: object = {}) => {
  const described = endpointOf({ endpoint, model: "small", retries: 0, ...given });
  return chatOf(described)(requestOf(described, [{ role: "user", content: "two and two?" }], 77));
};

/** A local proxy that records its requests and every byte of a tunnel. */
async function proxy(onConnect: (socket: Duplex) => void = (socket) => socket.end("HTTP/1.1 403 Forbidden\r\n\r\n")) {
  const seen: { readonly method: string; readonly url: string; readonly authorization: string | undefined }[] = [];
  const note = ({ method = "", url = "", headers }: IncomingMessage) =>
    seen.push({ method, url, authorization: headers["proxy-authorization"] });
  const server: Server = createServer((request, response) => {
    note(request);
    const message = { role: "assistant", content: "four" };
    response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: "stop" }] }));
  });
  const tunnelled: Buffer[] = [];
  server.on("connect", (request: IncomingMessage, socket: Duplex) => {
    note(request);
    socket.on("error", () => {});
    socket.on("data", (part: Buffer) => tunnelled.push(part));
    onConnect(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { host: `127.0.0.1:${address.port}`, seen, tunnelled };
}

const OUT = "http://model.internal.example/v1";

test.each(["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"])("requests use the proxy in %s", async (name) => {
  const { host, seen } = await proxy();
  vi.stubEnv(name, `http://user:pass%20word@${host}`);
  expect(await ask(OUT)).toMatchObject({ text: "four" });
  const authorization = `Basic ${Buffer.from("user:pass word").toString("base64")}`;
  expect(seen).toEqual([{ method: "POST", url: `${OUT}/chat/completions`, authorization }]);
});

test("an https server is reached through a tunnel, in which the proxy sees neither key nor conversation", async () => {
  const { host, seen, tunnelled } = await proxy((socket) => {
    socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    setTimeout(() => socket.destroy(), 200);
  });
  vi.stubEnv("HTTPS_PROXY", host);
  vi.stubEnv("AGON_TEST_KEY", "sesame-0123456789");
  const failure = await ask("https://model.internal.example/v1", { key: "AGON_TEST_KEY" }).catch((error) => error);
  expect(failure).toBeInstanceOf(ModelFailure);
  expect(seen).toEqual([{ method: "CONNECT", url: "model.internal.example:443", authorization: undefined }]);
  const bytes = Buffer.concat(tunnelled).toString("latin1");
  expect(bytes.length).toBeGreaterThan(0);
  for (const secret of ["sesame", "two and two"]) expect(bytes).not.toContain(secret);
});

test("a proxy that refuses a tunnel is reported with its status, an unreachable one with its variable", async () => {
  const { host } = await proxy();
  vi.stubEnv("https_proxy", host);
  await expect(ask("https://model.internal.example/v1")).rejects.toThrow("403");
  vi.stubEnv("https_proxy", "http://user:secret@127.0.0.1:1");
  const mistake = await ask("https://model.internal.example/v1").catch((error: unknown) => String(error));
  expect(mistake).toContain(
    "the proxy of https_proxy, by which https://model.internal.example/v1 is asked, does not answer",
  );
  expect(mistake).not.toContain("secret");
});

test("a server on this machine is contacted directly", async () => {
  const { host, seen } = await proxy();
  for (const name of ["HTTP_PROXY", "ALL_PROXY"]) vi.stubEnv(name, `http://${host}`);
  const server = await chatServer(() => "four");
  expect(await ask(server.url)).toMatchObject({ text: "four" });
  expect(seen).toEqual([]);
});

test("redirects are rejected behind a proxy too", async () => {
  const victim = await chatServer(() => "four");
  const server = createServer((_, response) => response.writeHead(307, { location: victim.url }).end());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  vi.stubEnv("HTTP_PROXY", `http://127.0.0.1:${address.port}`);
  await expect(ask(OUT)).rejects.toThrow(`it sends requests on to ${victim.url}: name that`);
  expect(victim.requests).toEqual([]);
});

test("choice of the proxy: lower case first, the scheme's variable before ALL_PROXY, an empty variable as unset", () => {
  const [a, b, c] = ["http://a:1", "http://b:2", "http://c:3"];
  const of = (address: string, environment: Readonly<Record<string, string>>) =>
    proxyOf(address, environment)?.variable;
  expect(of(OUT, { http_proxy: a, HTTP_PROXY: b, ALL_PROXY: c })).toBe("http_proxy");
  expect(of(OUT, { http_proxy: "", HTTPS_PROXY: b, ALL_PROXY: c })).toBe("ALL_PROXY");
  expect(of("https://host/v1", { HTTP_PROXY: a })).toBeUndefined();
  expect(of("https://host/v1", { HTTPS_PROXY: a })).toBe("HTTPS_PROXY");
  expect(proxyOf(OUT, { HTTP_PROXY: "host:3128" })?.address).toBe("http://host:3128");
});

test.each<[string, string, boolean]>([
  ["internal.example", "http://model.internal.example/v1", false],
  [".internal.example", "http://model.internal.example/v1", false],
  ["*.internal.example", "http://model.internal.example/v1", false],
  ["MODEL.internal.example", "http://model.internal.example/v1", false],
  ["other, model.internal.example", "http://model.internal.example/v1", false],
  ["*", "http://model.internal.example/v1", false],
  ["model.internal.example:80", "http://model.internal.example/v1", false],
  ["model.internal.example:8000", "http://model.internal.example/v1", true],
  ["nal.example", "http://model.internal.example/v1", true],
  ["", "http://model.internal.example/v1", true],
  ["10.0.0.0/8", "http://10.1.2.3:8000/v1", false],
  ["10.0.0.0/8", "http://11.1.2.3:8000/v1", true],
  ["10.0.0.0/99", "http://10.1.2.3:8000/v1", true],
  ["fd00::/8", "http://[fd12::1]/v1", false],
  ["fd12::1", "http://[fd12::1]/v1", false],
])("NO_PROXY %j and %s: by a proxy %s", (list, address, isByProxy) => {
  expect(proxyOf(address, { HTTP_PROXY: "http://p:1", NO_PROXY: list }) !== undefined).toBe(isByProxy);
});

test.each(["socks5://user:secret@host:1", "http://", "://secret"])(
  "an invalid proxy address is a user error and is not quoted: %s",
  (value) => {
    const ask = () => proxyOf(OUT, { ALL_PROXY: value });
    expect(ask).toThrow("the environment variable ALL_PROXY is no address of an http or https proxy");
    expect(ask).not.toThrow("secret");
  },
);
