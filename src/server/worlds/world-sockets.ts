// WebSockets at /env/NAME/ws, one session each, and at /env/NAME/vector, one batch each. Every request gets one reply, in order. While a
// request is being answered, reading is paused, so that the next one stays with its sender.

import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
import { messageOf, UserError } from "../../core/errors.ts";
import { errorFrame, WireError } from "./openenv.ts";
import { optionsIn } from "./session-options.ts";
import type { SessionReply } from "./session-threads.ts";
import type { OpenSession, Sessions } from "./sessions.ts";
import { vectorIn } from "./vector-session.ts";
import { isSocketRoute, worldAt } from "./world-address.ts";
import type { ServedWorld } from "./world-session.ts";

/** Maximum bytes of a client's message. */
const LARGEST_MESSAGE = 16 * 1024 * 1024;
/** Seconds of silence after which TCP keep-alive probes the client's machine. */
const SIGN_OF_LIFE = 20;
/** Seconds that a refused client has to read the reason. */
const FAREWELL = 2;

export interface WorldSockets {
  upgrade(url: URL, request: IncomingMessage, stream: Duplex, head: Buffer): boolean;
  close(): void;
}

export function worldSockets(worlds: ReadonlyMap<string, ServedWorld>, sessions: Sessions): WorldSockets {
  const server = new WebSocketServer({ noServer: true, maxPayload: LARGEST_MESSAGE, perMessageDeflate: false });
  return {
    upgrade(url, request, stream, head) {
      if (!isSocketRoute(url)) return false;
      server.handleUpgrade(request, stream, head, (socket) => {
        // TCP keep-alive detects a client whose machine or connection is gone. A live client may not answer WebSocket pings while it
        // trains.
        request.socket.setKeepAlive(true, SIGN_OF_LIFE * 1000);
        // Errors of a connection are handled when it closes.
        socket.on("error", () => {});
        serve(socket, url, worlds, sessions);
      });
      return true;
    },
    close() {
      for (const client of server.clients) client.terminate();
      server.close();
    },
  };
}

/** A session that a socket holds until it leaves. */
interface Taken {
  readonly session: OpenSession;
  leave(): void;
}

/** Starts the session that a URL describes, or attaches to the one that it names. */
async function taken(url: URL, worlds: ReadonlyMap<string, ServedWorld>, sessions: Sessions): Promise<Taken> {
  const { world, route, query } = worldAt(url, worlds);
  const id = query.get("session_id");
  if (id !== null) return sessions.attach(id);
  const { vector, rest } = route === "vector" ? vectorIn(query) : { vector: undefined, rest: query };
  const session = await sessions.begin(world, optionsIn(rest), vector);
  const { leave } = sessions.attach(session.id);
  return {
    session,
    leave() {
      leave();
      session.close();
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
  /** Sends a reply and waits until it is written: nothing more is computed for a client that does not read. */
  const send = ({ frame, bytes, isOver = false }: SessionReply): Promise<void> =>
    new Promise((resolve) => {
      const done = (): void => {
        resolve();
        if (!isOver || isClosed) return;
        left();
        socket.close(frame === undefined ? 1000 : 1011);
      };
      const reply = bytes ?? frame;
      if (reply === undefined || isClosed) done();
      else socket.send(reply, done);
    });
  // Requests that arrive before the session is ready stay with their sender.
  socket.pause();
  taken(url, worlds, sessions).then(
    ({ session, leave: ends }) => {
      leave = ends;
      if (isClosed) return left();
      let waiting = 0;
      let last = send(session.greeting === undefined ? {} : { frame: session.greeting });
      last.then(() => socket.resume());
      socket.on("message", (data, isBinary) => {
        // Requests that arrived together with the current one wait here; later ones stay with their sender.
        if (waiting > 0) socket.pause();
        waiting += 1;
        last = last
          .then(() => (isClosed ? {} : replyTo(session, data, isBinary)))
          .then(send)
          .then(() => {
            waiting -= 1;
            if (waiting === 0 && socket.isPaused) socket.resume();
          })
          .catch((error: unknown) => {
            // A bug of Agon affects this session alone; its stack trace is printed to the terminal.
            console.error(error);
            socket.terminate();
          });
      });
      return undefined;
    },
    (error: unknown) => refuse(socket, error),
  );
}

/** Text is a frame; binary data is a batch's request of 64-bit floats. */
async function replyTo(session: OpenSession, data: RawData, isBinary: boolean): Promise<SessionReply> {
  if (!isBinary) return session.answer(String(data));
  const bytes = Array.isArray(data) ? Buffer.concat(data) : data instanceof ArrayBuffer ? new Uint8Array(data) : data;
  if (bytes.length % 8 === 0 && bytes.length > 0) return session.compute(bytes);
  const what = "a message of bytes holds numbers of eight bytes each";
  return { frame: errorFrame(new WireError("VALIDATION_ERROR", what)) };
}

/**
 * Sends the reason why there is no session. The socket is closed after the client's first request, or after a while, so that older clients
 * read the reason.
 */
function refuse(socket: WebSocket, error: unknown): void {
  const isKnown = error instanceof WireError || error instanceof UserError;
  if (!isKnown) console.error(error);
  const fault =
    error instanceof WireError ? error : new WireError(isKnown ? "FACTORY_ERROR" : "SESSION_ERROR", messageOf(error));
  socket.send(errorFrame(fault));
  const close = (): void => {
    clearTimeout(clock);
    socket.close(1013, fault.code);
  };
  const clock = setTimeout(close, FAREWELL * 1000);
  socket.once("message", close);
  socket.on("close", () => clearTimeout(clock));
  socket.resume();
}
