// CRC-32 of bytes, as seals of a store have it: a browser has none of its own.

/** By the lowest eight bits, what they leave of the sum: the reversed polynomial 0xEDB88320. */
const LEFT = Uint32Array.from({ length: 256 }, (_, bits) => {
  let left = bits;
  for (let k = 0; k < 8; k++) left = (left & 1) === 1 ? (left >>> 1) ^ 0xedb88320 : left >>> 1;
  return left;
});

/** The sum, from 0 to 2³² − 1. */
export function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = LEFT[(sum ^ byte) & 255] ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}
