// Helper thread for a blocked thread: it starts the Python process, writes requests and returns answers, because a blocked thread cannot
// process events.

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { workerData } from "node:worker_threads";
import { GROUPS, signalGroup, startedChild } from "../../core/child-processes.ts";
import { complaintIn, notStarted } from "../../core/complaints.ts";
import {
  FRAME_HEAD,
  type HostOutcome,
  type HostThreadReply,
  LIVING,
  REPLIES,
  type ThreadOrder,
  type ThreadStart,
} from "./host-messages.ts";

const { port, shared, command, directory, environment }: ThreadStart = workerData;
const numbers = new Int32Array(shared);
/** Idle time in milliseconds after which a process is terminated; it is restarted when needed. */
const IDLE = 60_000;
/** Grace period in milliseconds for a request that arrives at that moment. */
const GRACE = 1_000;
/** Maximum number of characters of a process's error output that are kept. */
const MOST_COMPLAINTS = 8_000;

let current: { readonly process: ChildProcessWithoutNullStreams; readonly number: number } | undefined;
/** Id of the pending request. */
let awaited: number | undefined;
/** How the last process ended. */
let ending: { readonly number: number; readonly outcome: HostOutcome } | undefined;
let idle: NodeJS.Timeout | undefined;

function reply(outcome: HostOutcome): void {
  if (awaited === undefined) return;
  const message: HostThreadReply = { request: awaited, ...outcome };
  awaited = undefined;
  port.postMessage(message, "frame" in outcome ? [outcome.frame.buffer] : []);
  Atomics.add(numbers, REPLIES, 1);
  Atomics.notify(numbers, REPLIES);
}

function start(number: number): void {
  end();
  let complaints = "";
  let pieces: Buffer[] = [];
  let length = 0;
  let isOver = false;
  const [file, ...rest] = command;
  const [child, ended] = startedChild(() =>
    spawn(file, rest, { cwd: directory, env: environment, stdio: "pipe", detached: GROUPS }),
  );
  current = { process: child, number };
  const isCurrent = () => current?.number === number;
  const over = (how: string): void => {
    if (isOver) return;
    isOver = true;
    ended();
    if (!isCurrent()) return;
    current = undefined;
    Atomics.compareExchange(numbers, LIVING, number, 0);
    // Output that the environment prints is included as well.
    const said = complaintIn(complaints);
    const complaint = said !== undefined && /error|exception/i.test(said) ? said : undefined;
    ending = { number, outcome: { ended: how, ...(complaint === undefined ? {} : { complaint }) } };
    reply(ending.outcome);
  };
  child.on("error", (error) => over(notStarted(error)));
  child.on("close", (code, signal) =>
    over(signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`),
  );
  // Write errors of a closed input are ignored; the process's exit is reported instead.
  child.stdin.on("error", () => {});
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaints = (complaints + text).slice(-MOST_COMPLAINTS);
  });
  child.stdout.on("data", (bytes: Buffer) => {
    pieces.push(bytes);
    length += bytes.length;
    if (length < FRAME_HEAD) return;
    const all = pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
    pieces = [all];
    const whole = FRAME_HEAD + all.readUInt32LE(0) + 8 * all.readUInt32LE(4);
    if (length < whole) return;
    pieces = [];
    length = 0;
    if (isCurrent()) reply({ frame: Uint8Array.from(all.subarray(0, whole)) });
  });
}

/** Terminates the process and its children. */
function end(): void {
  const child = current?.process;
  current = undefined;
  if (child?.pid !== undefined && child.exitCode === null) signalGroup(child.pid, "SIGKILL");
}

function rest(number: number): void {
  Atomics.compareExchange(numbers, LIVING, number, 0);
  idle = setTimeout(() => current?.number === number && end(), GRACE);
}

port.on("message", (order: ThreadOrder) => {
  clearTimeout(idle);
  if (order.kind === "start") return start(order.number);
  if (order.kind === "end") return end();
  awaited = order.request;
  const { number } = order;
  if (current?.number !== number) return reply(ending?.number === number ? ending.outcome : { ended: "is gone" });
  Atomics.compareExchange(numbers, LIVING, 0, number);
  idle = setTimeout(() => rest(number), IDLE);
  current.process.stdin.write(order.frame);
});
