import type { PictureType } from "@/lib/contract/people";

type Recognized = { type: PictureType; width: number; height: number };

/**
 * What a picture is by its first bytes, since what an answer says of itself may be wrong, with its size in pixels, which a
 * few bytes can make enormous. Undefined for everything else.
 */
export function recognizePicture(bytes: Uint8Array): Recognized | undefined {
  const head = Buffer.concat([bytes], Math.max(bytes.length, HEAD_BYTES));
  const [type, , sizeIn] = KINDS.find(([, start]) => start.test(head.toString("hex", 0, 16))) ?? [];
  const [width = 0, height = 0] = sizeIn?.(head) ?? [];
  return type && width > 0 && height > 0 ? { type, width, height } : undefined;
}

type Size = readonly [width: number, height: number];

/** Types with their first bytes, in hex, and where their size is. */
const KINDS: readonly [PictureType, RegExp, (head: Buffer) => Size | undefined][] = [
  // The signature, and the chunk IHDR.
  ["image/png", /^89504e470d0a1a0a.{8}49484452/, (head) => [head.readUInt32BE(16), head.readUInt32BE(20)]],
  ["image/jpeg", /^ffd8ff/, sizeOfJpeg],
  // "RIFF", the length, and "WEBPVP8".
  ["image/webp", /^52494646.{8}57454250565038/, sizeOfWebp],
  // "GIF87a" and "GIF89a".
  ["image/gif", /^474946383[79]61/, (head) => [head.readUInt16LE(6), head.readUInt16LE(8)]],
];

/** As far as the functions below read without looking. */
const HEAD_BYTES = 32;

/** Of the first frame's header. */
function sizeOfJpeg(head: Buffer): Size | undefined {
  for (let at = 2; at + 9 <= head.length && head[at] === 0xff; at += 2 + head.readUInt16BE(at + 2)) {
    const marker = head.readUInt8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return [head.readUInt16BE(at + 7), head.readUInt16BE(at + 5)];
  }
  return undefined;
}

/** Extended, lossless or lossy, by the name of the first chunk. */
function sizeOfWebp(head: Buffer): Size {
  const kind = String.fromCharCode(head.readUInt8(15));
  if (kind === "X") return [head.readUIntLE(24, 3) + 1, head.readUIntLE(27, 3) + 1];
  if (kind === "L") {
    const packed = head.readUInt32LE(21);
    return [(packed & 0x3fff) + 1, ((packed >>> 14) & 0x3fff) + 1];
  }
  return [head.readUInt16LE(26) & 0x3fff, head.readUInt16LE(28) & 0x3fff];
}
