import { bytesOfBase64 } from "@/lib/format/base64";

import { SIGNATURE_BYTES, typeOfBytes } from "./media-types";

/** Characters of base64 that hold the bytes that `typeOfBytes` reads. */
const SIGNATURE_CHARS = Math.ceil(SIGNATURE_BYTES / 3) * 4;
const SYNTAX = /^data:([^;,]{0,255})((?:;[^;,]{0,255})*),/i;

/** The media type of a `data:` URL; undefined if it has none, or is not one. */
export function typeOfDataUrl(url: string): string | undefined {
  return SYNTAX.exec(url.slice(0, 1024))?.[1]?.trim().toLowerCase() || undefined;
}

/** Base64, in either alphabet, as a `data:` URL. */
export function base64Url(base64: string, mediaType: string | undefined): string {
  return `data:${mediaType ?? ""};base64,${base64}`;
}

/** The type that the beginning of base64 tells; undefined if it tells none. */
export function typeOfBase64(base64: string): string | undefined {
  const bytes = decodeBase64(base64.slice(0, SIGNATURE_CHARS));
  return bytes === undefined ? undefined : typeOfBytes(bytes);
}

/**
 * Whether a text may be base64: the beginning is enough, since a client may have cut off the rest. Words such as
 * `__REDACTED__` stand for what was not recorded.
 */
export function looksLikeBase64(text: string): boolean {
  return text !== "" && !text.startsWith("__") && /^[\w+/\-\s]+=*\s*$/.test(text.slice(0, 200));
}

/** The number of bytes that a `data:` URL holds, without decoding it: exact for base64 without white space. */
export function sizeOfDataUrl(url: string): number {
  const { text, isBase64 } = split(url);
  if (!isBase64) return text.length;
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  return Math.floor((text.length - padding) * (3 / 4));
}

/** The bytes of a `data:` URL; undefined if they cannot be decoded, such as those of a text that was cut off. */
export function bytesOfDataUrl(url: string): Uint8Array<ArrayBuffer> | undefined {
  const { text, isBase64 } = split(url);
  return isBase64 ? decodeBase64(text) : decodePercent(text);
}

function split(url: string): { text: string; isBase64: boolean } {
  const [head = "", , parameters = ""] = SYNTAX.exec(url.slice(0, 1024)) ?? [];
  return { text: url.slice(head.length), isBase64: /;\s*base64\s*$/i.test(parameters) };
}

function decodePercent(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return new TextEncoder().encode(decodeURIComponent(text));
  } catch {
    return undefined;
  }
}

/** Some SDKs write the alphabet of URLs, and some no padding. */
function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return bytesOfBase64(text);
  } catch {
    return undefined;
  }
}
