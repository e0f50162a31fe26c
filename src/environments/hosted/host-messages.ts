// Messages between the waiting thread, its helper thread, and the Python process: frames of JSON and numbers.

import type { MessagePort } from "node:worker_threads";

/** Start parameters of the helper thread. */
export interface ThreadStart {
  readonly port: MessagePort;
  /** Shared integers at the indices below. */
  readonly shared: SharedArrayBuffer;
  readonly command: readonly string[];
  readonly directory: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** Index of the number of replies sent so far. */
export const REPLIES = 0;
/** Index of the id of the living process; 0 for none. */
export const LIVING = 1;

/** Orders to the helper thread; processes are identified by number. */
export type ThreadOrder =
  | { readonly kind: "start"; readonly number: number }
  | { readonly kind: "end" }
  | { readonly kind: "send"; readonly request: number; readonly number: number; readonly frame: Frame };

export type HostThreadReply = { readonly request: number } & HostOutcome;

/** An answer, or the way the process ended. */
export type HostOutcome = { readonly frame: Frame } | { readonly ended: string; readonly complaint?: string };

/** Bytes of a message. */
export type Frame = Uint8Array<ArrayBuffer>;

/** Bytes of a frame's header: length of the JSON, and count of the numbers. */
export const FRAME_HEAD = 8;

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

/** Decodes a frame at the start of its buffer. */
export function partsOf(frame: Frame): { readonly text: string; readonly numbers: Float64Array } {
  const length = new DataView(frame.buffer).getUint32(0, true);
  const text = new TextDecoder().decode(frame.subarray(FRAME_HEAD, FRAME_HEAD + length));
  return { text, numbers: new Float64Array(frame.buffer, FRAME_HEAD + length) };
}
