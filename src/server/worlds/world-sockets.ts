// Sockets at /env/NAME/ws: one session each, one reply to each request, in order. While a request is answered the next one stays with
// its sender.

import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { messageOf, UserError } from "../../core/errors.ts";
import { errorFrame, FATAL, WireError } from "./openenv.ts";
import type { HostReply } from "./session-host.ts";
import { optionsIn } from "./session-options.ts";
import type { OpenSession, Sessions } from "./sessions.ts";
import { worldAt } from "./world-address.ts";
import type { ServedWorld } from "./world-session.ts";

/** Bytes of the largest message that a client may send. */
const LARGEST_MESSAGE = 16 * 1024 * 1024;
/** Seconds between two signs of life that a client is asked for. */
const SIGN_OF_LIFE = 20;
/** Seconds that a refused client has to read why. */
const FAREWELL = 2;

export interface WorldSockets {
  upgrade(url: URL, request: IncomingMessage, stream: Duplex, head: Buffer): boolean;
  close(): void;
}

export function worldSockets(worlds: ReadonlyMap<string, ServedWorld>, sessions: Sessions): WorldSockets {
  const server = new WebSocketServer({ noServer: true, maxPayload: LARGEST_MESSAGE, perMessageDeflate: false });
  const alive = new WeakSet<WebSocket>();
  const asking = setInterval(() => {
    for (const socket of server.clients) {
      if (!alive.has(socket)) socket.terminate();
      alive.delete(socket);
      socket.ping();
    }
  }, SIGN_OF_LIFE * 1000);
  asking.unref();
  return {
    upgrade(url, request, stream, head) {
      if (!url.pathname.startsWith("/env/") || (!/\/ws$/.test(url.pathname) && !/\/ws$/.test(url.search))) return false;
      server.handleUpgrade(request, stream, head, (socket) => {
        alive.add(socket);
        socket.on("pong", () => alive.add(socket));
        // What is wrong with a connection is told by its end.
        socket.on("error", () => {});
        serve(socket, url, worlds, sessions);
      });
      return true;
    },
    close() {
      clearInterval(asking);
      for (const client of server.clients) client.terminate();
      server.close();
    },
  };
}

function serve(socket: WebSocket, url: URL, worlds: ReadonlyMap<string, ServedWorld>, sessions: Sessions): void {
  let isClosed = false;
  let leave = (): void => {};
  const left = (): void => {
    leave();
    leave = () => {};
  };
  socket.on("close", () => {
    isClosed = true;
    left();
  });
  // Requests that come before the session is there wait with their sender.
  socket.pause();
  const begin = async (): Promise<OpenSession> => {
    const { world, query } = worldAt(url, worlds);
    const id = query.get("session_id");
    if (id !== null) {
      const { session, detach } = sessions.attach(id);
      leave = detach;
      return session;
    }
    const session = await sessions.begin(world, optionsIn(query));
    leave = session.close;
    return session;
  };
  begin().then(
    (session) => {
      if (isClosed) return left();
      socket.on("message", (data, isBinary) => {
        socket.pause();
        replyTo(session, isBinary ? undefined : String(data)).then(({ frame, isOver = false }) => {
          if (isClosed) return;
          // A client that does not read its replies sends no further request.
          const next = (): void => {
            socket.resume();
            if (!isOver) return;
            left();
            socket.close(frame === undefined ? 1000 : 1011);
          };
          if (frame === undefined) next();
          else socket.send(frame, next);
        });
      });
      socket.resume();
      return undefined;
    },
    (error: unknown) => refuse(socket, error),
  );
}

async function replyTo(session: OpenSession, text: string | undefined): Promise<HostReply> {
  if (text !== undefined) return session.answer(text);
  return { frame: errorFrame(new WireError("INVALID_JSON", "requests are text")) };
}

/** Says why there is no session. It closes after the client's first request, or after a while: older clients then read the reason. */
function refuse(socket: WebSocket, error: unknown): void {
  const told =
    error instanceof WireError
      ? error
      : new WireError(error instanceof UserError ? "FACTORY_ERROR" : "SESSION_ERROR", messageOf(error));
  if (!(error instanceof WireError) && !(error instanceof UserError)) console.error(error);
  const code = FATAL.has(told.code) ? told : new WireError("SESSION_ERROR", told.message);
  socket.send(errorFrame(code));
  const close = (): void => {
    clearTimeout(clock);
    socket.close(1013, told.code);
  };
  const clock = setTimeout(close, FAREWELL * 1000);
  socket.once("message", close);
  socket.on("close", () => clearTimeout(clock));
  socket.resume();
}
