import { once } from "node:events";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";

export type ZipEntry = { name: string; content: AsyncIterable<Uint8Array> | Iterable<Uint8Array> };

/** The first day that the format can represent: the same files make the same archive. */
const OPTIONS = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true, mode: 0o100644 };

/** An archive of files, compressed, in memory. Rejects when reading a file fails. */
export async function zip(entries: readonly ZipEntry[]): Promise<Buffer> {
  const archive = new ZipFile();
  const failed = once(archive, "error").then(([error]) => Promise.reject(error));
  for (const { name, content } of entries)
    archive.addReadStreamLazy(name, OPTIONS, (open) =>
      open(
        undefined,
        Readable.from(content, { objectMode: false }).on("error", (error) => archive.emit("error", error)),
      ),
    );
  archive.end();
  return Promise.race([buffer(archive.outputStream), failed]);
}
