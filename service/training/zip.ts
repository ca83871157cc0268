import { Readable } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";

export type ZipEntry = { name: string; content: AsyncIterable<Uint8Array> | Iterable<Uint8Array> };

type WrittenEntry = { name: Buffer; crc: number; packedBytes: number; bytes: number; at: number };

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
const MADE_ON_UNIX = (3 << 8) | VERSION;
const NAMES_ARE_UTF8 = 0x0800;
const DEFLATED = 8;
/** The first day of the format: archives of the same files are equal. */
const FIRST_DAY = 0x0021;
const OWNER_MAY_READ = 0o100644 * 0x10000;

/**
 * An archive of files, deflated, in one piece. None may be 4 GiB or larger. (PKWARE's APPNOTE, 4.3 and 4.4.)
 */
export async function zip(entries: readonly ZipEntry[]): Promise<Buffer> {
  const parts: Buffer[] = [];
  const written: WrittenEntry[] = [];
  let at = 0;
  const add = (part: Buffer) => {
    parts.push(part);
    at += part.length;
  };
  for (const { name, content } of entries) {
    const { packed, crc, bytes } = await deflate(content);
    const entry = { name: Buffer.from(name), crc, packedBytes: packed.length, bytes, at };
    written.push(entry);
    add(localHeader(entry));
    add(packed);
  }
  const directoryAt = at;
  for (const entry of written) add(centralHeader(entry));
  add(endRecord(written.length, at - directoryAt, directoryAt));
  return Buffer.concat(parts);
}

async function deflate(content: ZipEntry["content"]): Promise<{ packed: Buffer; crc: number; bytes: number }> {
  let crc = 0;
  let bytes = 0;
  async function* counted() {
    for await (const part of content) {
      crc = crc32(part, crc);
      bytes += part.length;
      yield part;
    }
  }
  const packed: Buffer[] = [];
  for await (const part of Readable.from(counted()).pipe(createDeflateRaw())) packed.push(Buffer.from(part));
  return { packed: Buffer.concat(packed), crc, bytes };
}

function localHeader(entry: WrittenEntry): Buffer {
  return Buffer.concat([record([4, LOCAL], [2, VERSION], ...common(entry), [2, 0]), entry.name]);
}

function centralHeader(entry: WrittenEntry): Buffer {
  return Buffer.concat([
    record(
      [4, CENTRAL],
      [2, MADE_ON_UNIX],
      [2, VERSION],
      ...common(entry),
      // No extra field, comment or other disk; no mark for text.
      ...[2, 2, 2, 2].map((bytes): [number, number] => [bytes, 0]),
      [4, OWNER_MAY_READ],
      [4, entry.at],
    ),
    entry.name,
  ]);
}

const common = ({ name, crc, packedBytes, bytes }: WrittenEntry): [number, number][] => [
  [2, NAMES_ARE_UTF8],
  [2, DEFLATED],
  [2, 0],
  [2, FIRST_DAY],
  [4, crc],
  [4, packedBytes],
  [4, bytes],
  [2, name.length],
];

function endRecord(entries: number, directoryBytes: number, directoryAt: number): Buffer {
  return record([4, END], [2, 0], [2, 0], [2, entries], [2, entries], [4, directoryBytes], [4, directoryAt], [2, 0]);
}

/** Unsigned integers of the given lengths, little-endian. */
function record(...fields: [bytes: number, value: number][]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of fields) at = buffer.writeUIntLE(value, at, bytes);
  return buffer;
}
