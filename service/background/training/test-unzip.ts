import { crc32, inflateRawSync } from "node:zlib";
import { expect } from "vitest";

/** For tests: reads an archive as common programs do, from the directory at its end. */
export function unzip(archive: Buffer): Record<string, Buffer> {
  const end = archive.length - 22;
  expect(archive.readUInt32LE(end)).toBe(0x06054b50);
  const files: Record<string, Buffer> = {};
  let at = archive.readUInt32LE(end + 16);
  expect(at + archive.readUInt32LE(end + 12)).toBe(end);
  for (let count = archive.readUInt16LE(end + 10); count > 0; count -= 1) {
    expect(archive.readUInt32LE(at)).toBe(0x02014b50);
    const nameBytes = archive.readUInt16LE(at + 28);
    const name = archive.toString("utf8", at + 46, at + 46 + nameBytes);
    const local = archive.readUInt32LE(at + 42);
    expect(archive.readUInt32LE(local)).toBe(0x04034b50);
    expect(archive.toString("utf8", local + 30, local + 30 + nameBytes)).toBe(
      archive.toString("utf8", at + 46, at + 46 + nameBytes),
    );
    const from = local + 30 + archive.readUInt16LE(local + 26);
    const content = inflateRawSync(archive.subarray(from, from + archive.readUInt32LE(at + 20)));
    expect([content.length, crc32(content)]).toEqual([archive.readUInt32LE(at + 24), archive.readUInt32LE(at + 16)]);
    files[name] = content;
    at += 46 + nameBytes;
  }
  return files;
}
