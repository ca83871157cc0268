/** Text in any script as a header value: its UTF-8 bytes, one per character. */
export function toHeaderText(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
}

/** The inverse of `toHeaderText`; a header that is not UTF-8 is returned unchanged. */
export function fromHeaderText(header: string): string {
  const bytes = Uint8Array.from(header, (character) => character.charCodeAt(0));
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return header;
  }
}
