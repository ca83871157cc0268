/** The bytes of base64, in the usual alphabet or that of URLs, padded or not. Throws a DOMException for other text. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  const characters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = new Uint8Array(characters.length);
  // Thirty times as fast as `Uint8Array.from` with a function: these may be megabytes.
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = characters.charCodeAt(at);
  return bytes;
}
