import { bytesOfBase64 } from "@/lib/format/base64";
import { formatBytes } from "@/lib/format/number";
import { playgroundDocument, type PlaygroundDocument } from "./document";

/** Longest link that mail and chat programs keep intact, characters. */
export const SHARE_MAX_CHARS = 32_000;
/** Maximum decompressed size of a link, bytes: a short one could otherwise fill the memory. */
const UNPACKED_MAX_BYTES = 8 * 1024 * 1024;

/** The playground as text for the fragment of an address; undefined when it would be longer than `SHARE_MAX_CHARS`. */
export async function packDocument(document: PlaygroundDocument): Promise<string | undefined> {
  const packed = await collect(streamOf(JSON.stringify(document)).pipeThrough(new CompressionStream("deflate-raw")));
  const text = toBase64Url(packed);
  return text.length > SHARE_MAX_CHARS ? undefined : text;
}

/** The inverse of `packDocument`; throws an Error with a message for the user when the text is cut off or invalid. */
export async function unpackDocument(text: string): Promise<PlaygroundDocument> {
  let unpacked: unknown;
  try {
    const bytes = bytesOfBase64(text);
    const json = await collect(streamOf(bytes).pipeThrough(new DecompressionStream("deflate-raw")));
    unpacked = JSON.parse(new TextDecoder().decode(json));
  } catch (cause) {
    if (cause instanceof RangeError)
      throw new Error(`The link contains more than ${formatBytes(UNPACKED_MAX_BYTES)} and cannot be opened.`, {
        cause,
      });
    throw new Error("The link is incomplete. Copy the whole link, or ask for a new one.", { cause });
  }
  const parsed = playgroundDocument.safeParse(unpacked);
  if (!parsed.success) throw new Error("The link does not contain a playground.", { cause: parsed.error });
  return parsed.data;
}

function streamOf(content: string | Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new Blob([content]).stream();
}

async function collect(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > UNPACKED_MAX_BYTES) {
      await reader.cancel();
      throw new RangeError(`more than ${UNPACKED_MAX_BYTES} bytes`);
    }
    chunks.push(value);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

const STRIDE = 8192;

function toBase64Url(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += STRIDE) binary += String.fromCharCode(...bytes.subarray(at, at + STRIDE));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
