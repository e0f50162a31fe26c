// A process with a synchronous interface: requests block this thread until the answer. A helper thread owns the process, so that timeouts
// are enforced and the end of the process is noticed.

import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import { followChildren } from "../../core/child-processes.ts";
import {
  frameOf,
  type HostThreadReply,
  LIVING,
  partsOf,
  REPLIES,
  type ThreadOrder,
  type ThreadStart,
} from "./host-messages.ts";

/** Thrown where a process gives no answer: it has ended, or exceeded the timeout. */
export class NoProcessAnswer extends Error {}

/** An answer: its JSON, and numbers. */
export interface ProcessAnswer {
  readonly message: unknown;
  readonly numbers: Float64Array;
}

/** Successive processes of one command. */
export class WaitingProcess {
  readonly #port: MessagePort;
  /** Number of replies sent so far, and id of the living process. */
  readonly #shared: Int32Array;
  #number = 0;
  #requests = 0;

  constructor(start: Omit<ThreadStart, "port" | "shared">) {
    followChildren();
    const { port1, port2 } = new MessageChannel();
    const shared = new SharedArrayBuffer(8);
    this.#port = port1;
    this.#shared = new Int32Array(shared);
    const workerData: ThreadStart = { ...start, port: port2, shared };
    const thread = new Worker(new URL("./host-thread.js", import.meta.url), { workerData, transferList: [port2] });
    thread.unref();
    port1.unref();
  }

  /** Number of the current process; where it changes, the state of the former process is lost. */
  get number(): number {
    return this.#number;
  }

  /** Whether the process is alive; a long idle one is terminated. */
  get isAlive(): boolean {
    return this.#number > 0 && Atomics.load(this.#shared, LIVING) === this.#number;
  }

  /** Starts a process to replace the former one. */
  start(): void {
    this.#number += 1;
    Atomics.store(this.#shared, LIVING, this.#number);
    this.#order({ kind: "start", number: this.#number });
  }

  /** Terminates the process; `start` begins another. */
  end(): void {
    Atomics.store(this.#shared, LIVING, 0);
    this.#order({ kind: "end" });
  }

  /** Sends a message and blocks until the answer, at most `seconds`. Throws a NoProcessAnswer. */
  ask(message: object, seconds: number, numbers?: ArrayLike<number>): ProcessAnswer {
    this.#send(message, numbers);
    const deadline = Date.now() + 1000 * seconds;
    for (;;) {
      const replies = Atomics.load(this.#shared, REPLIES);
      const answer = this.#received(deadline, seconds);
      if (answer !== undefined) return answer;
      Atomics.wait(this.#shared, REPLIES, replies, deadline - Date.now());
    }
  }

  /** Sends a message and resolves with the answer, without blocking this thread. Rejects with a NoProcessAnswer. */
  async wait(message: object, seconds: number): Promise<ProcessAnswer> {
    this.#send(message);
    const deadline = Date.now() + 1000 * seconds;
    for (;;) {
      const answer = this.#received(deadline, seconds);
      if (answer !== undefined) return answer;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }

  #send(message: object, numbers?: ArrayLike<number>): void {
    this.#requests += 1;
    const frame = frameOf(message, numbers);
    this.#order({ kind: "send", request: this.#requests, number: this.#number, frame });
  }

  #order(order: ThreadOrder): void {
    this.#port.postMessage(order);
  }

  /**
   * The answer to the last request; undefined where it is pending. Throws a NoProcessAnswer after the deadline, or where no answer can
   * come.
   */
  #received(deadline: number, seconds: number): ProcessAnswer | undefined {
    let reply: HostThreadReply | undefined;
    // Late answers to abandoned requests are skipped.
    do reply = receiveMessageOnPort(this.#port)?.message;
    while (reply !== undefined && reply.request !== this.#requests);
    if (reply === undefined) {
      if (Date.now() < deadline) return undefined;
      this.end();
      throw new NoProcessAnswer(`it did not answer for ${seconds} seconds, and was ended`);
    }
    if ("ended" in reply) {
      throw new NoProcessAnswer(`it ${reply.ended}${reply.complaint === undefined ? "" : `: ${reply.complaint}`}`);
    }
    const { text, numbers } = partsOf(reply.frame);
    return { message: JSON.parse(text), numbers };
  }
}

/** Milliseconds between polls of a thread that is not blocked. */
const PAUSE = 5;
