// CRC-32 of bytes, the same as in a store's seals: browsers have no implementation of it.

/** Table by the lowest eight bits, for the reversed polynomial 0xEDB88320. */
const LEFT = Uint32Array.from({ length: 256 }, (_, bits) => {
  let left = bits;
  for (let k = 0; k < 8; k++) left = (left & 1) === 1 ? (left >>> 1) ^ 0xedb88320 : left >>> 1;
  return left;
});

/** Returns the CRC-32, from 0 to 2³² − 1. */
export function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = LEFT[(sum ^ byte) & 255] ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}
