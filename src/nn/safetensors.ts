// Checkpoints in the safetensors format: eight bytes of length, a JSON header, then the tensors' bytes; compatible with Python's
// safetensors. Only float32 is written. The metadata contain a checksum of the whole file.

import { crc32 } from "node:zlib";
import { sizeOf, type TensorShape } from "./tensor-shape.ts";

/** A tensor with its values, row-major. */
export interface Tensor extends TensorShape {
  readonly data: Float32Array;
}

export interface Checkpoint {
  readonly tensors: readonly Tensor[];
  readonly metadata: Readonly<Record<string, string>>;
}

export function encodeSafetensors({ tensors, metadata }: Checkpoint): Uint8Array {
  let offset = 0;
  const entries = tensors.map(({ name, shape, data }) => {
    if (data.length !== sizeOf(shape))
      throw new Error(`the tensor "${name}" has ${data.length} numbers for the shape [${shape.join(", ")}]`);
    const begin = offset;
    offset += data.byteLength;
    return [name, { dtype: "F32", shape, data_offsets: [begin, offset] }] as const;
  });
  const texts = { ...metadata, [CHECKSUM]: NO_CHECKSUM };
  const text = JSON.stringify({ __metadata__: texts, ...Object.fromEntries(entries) });
  // The data must be aligned to eight bytes; the header is padded with spaces.
  const letters = new TextEncoder().encode(text);
  const header = new Uint8Array(Math.ceil(letters.length / 8) * 8).fill(0x20);
  header.set(letters);
  const bytes = new Uint8Array(8 + header.length + offset);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(header.length), true);
  bytes.set(header, 8);
  let at = 8 + header.length;
  for (const { data } of tensors) {
    bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), at);
    at += data.byteLength;
  }
  bytes.set(new TextEncoder().encode(inHex(crc32(bytes))), placeOfChecksum(bytes));
  return bytes;
}

/** Metadata key for the CRC-32 of the file, computed with zeros in the checksum's own place. */
const CHECKSUM = "checksum";
const NO_CHECKSUM = "00000000";

const inHex = (crc: number): string => crc.toString(16).padStart(NO_CHECKSUM.length, "0");

/** Offset of the checksum's digits; in a text value its quotation marks would be escaped, so the search is unambiguous. */
const placeOfChecksum = (bytes: Uint8Array): number => {
  const begin = `"${CHECKSUM}":"`;
  const index = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf(begin, 8);
  return index < 0 ? -1 : index + begin.length;
};

function checkSum(bytes: Uint8Array, checksum: string | undefined): void {
  const place = placeOfChecksum(bytes);
  if (checksum?.length !== NO_CHECKSUM.length || place < 0) throw new Error("it has no checksum");
  const zeros = crc32(NO_CHECKSUM, crc32(bytes.subarray(0, place)));
  if (inHex(crc32(bytes.subarray(place + NO_CHECKSUM.length), zeros)) !== checksum)
    throw new Error("it is not as it was written: its checksum is another");
}

/** Decodes a checkpoint. Throws an Error that names the damage. */
export function decodeSafetensors(file: Uint8Array): Checkpoint {
  // A Buffer's `slice` shares its memory, whereas that of a Uint8Array copies.
  const bytes = new Uint8Array(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.length < 8) throw new Error("it is cut off before its header");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = Number(view.getBigUint64(0, true));
  if (length > bytes.length - 8) throw new Error("it is cut off within its header");
  let header: unknown;
  try {
    header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length)));
  } catch {
    throw new Error("its header is no JSON");
  }
  if (typeof header !== "object" || header === null) throw new Error("its header is no map");
  const tensors: Tensor[] = [];
  let metadata: Record<string, string> = {};
  for (const [name, entry] of Object.entries(header)) {
    if (name === "__metadata__") {
      metadata = Object.fromEntries(Object.entries(entry).map(([key, value]) => [key, String(value)]));
      continue;
    }
    tensors.push(tensorOf(name, entry, bytes.subarray(8 + length)));
  }
  const { [CHECKSUM]: checksum, ...own } = metadata;
  checkSum(bytes, checksum);
  return { tensors, metadata: own };
}

function tensorOf(name: string, entry: unknown, data: Uint8Array): Tensor {
  const field = (key: string): unknown =>
    typeof entry === "object" && entry !== null ? Reflect.get(entry, key) : undefined;
  const shape = field("shape");
  const offsets = field("data_offsets");
  if (field("dtype") !== "F32") throw new Error(`the tensor "${name}" is of type ${String(field("dtype"))}, not F32`);
  if (!isNumbers(shape) || !isNumbers(offsets) || offsets.length !== 2)
    throw new Error(`the tensor "${name}" has no shape or place`);
  const [begin, end] = offsets;
  if (end > data.length || end - begin !== 4 * sizeOf(shape)) throw new Error(`the tensor "${name}" is cut off`);
  return { name, shape, data: new Float32Array(data.slice(begin, end).buffer) };
}

function isNumbers(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((item) => typeof item === "number");
}
