// What goes between a thread that waits, the thread beside it, and the process: frames of JSON and numbers.

import type { MessagePort } from "node:worker_threads";

/** What the thread beside is begun with. */
export interface ThreadStart {
  readonly port: MessagePort;
  /** Whole numbers at the places below. */
  readonly shared: SharedArrayBuffer;
  readonly command: readonly string[];
  readonly directory: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** The replies that were sent so far. */
export const REPLIES = 0;
/** The number of the process that lives; 0 where none does. */
export const LIVING = 1;

/** What it is to do; a process is known by its number. */
export type ThreadOrder =
  | { readonly kind: "start"; readonly number: number }
  | { readonly kind: "end" }
  | { readonly kind: "send"; readonly request: number; readonly number: number; readonly frame: Frame };

/** What comes of a request. */
export type HostThreadReply = { readonly request: number } & HostOutcome;

/** An answer, or how the process came to its end. */
export type HostOutcome = { readonly frame: Frame } | { readonly ended: string; readonly complaint?: string };

/** The bytes of a message. */
export type Frame = Uint8Array<ArrayBuffer>;

/** Bytes before a frame's parts: the bytes of its JSON, and how many numbers follow. */
export const FRAME_HEAD = 8;

/** A frame of a message and numbers. */
export function frameOf(message: object, numbers: ArrayLike<number> = []): Frame {
  const text = new TextEncoder().encode(JSON.stringify(message));
  const length = Math.ceil(text.length / 8) * 8;
  const frame = new Uint8Array(FRAME_HEAD + length + 8 * numbers.length).fill(32, FRAME_HEAD, FRAME_HEAD + length);
  const head = new DataView(frame.buffer);
  head.setUint32(0, length, true);
  head.setUint32(4, numbers.length, true);
  frame.set(text, FRAME_HEAD);
  new Float64Array(frame.buffer, FRAME_HEAD + length).set(numbers);
  return frame;
}

/** The parts of a frame that begins its buffer. */
export function partsOf(frame: Frame): { readonly text: string; readonly numbers: Float64Array } {
  const length = new DataView(frame.buffer).getUint32(0, true);
  const text = new TextDecoder().decode(frame.subarray(FRAME_HEAD, FRAME_HEAD + length));
  return { text, numbers: new Float64Array(frame.buffer, FRAME_HEAD + length) };
}
