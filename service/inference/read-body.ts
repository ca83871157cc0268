/** Reads a body to its end, or until it is longer than `limit` bytes; `rest` is then the remaining part. */
export async function readUpTo(
  body: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; rest?: AsyncIterator<Uint8Array> }> {
  const parts = body[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await parts.next();
    if (done) return { bytes: concatenate(read, length) };
    read.push(value);
    length += value.length;
    if (length > limit) return { bytes: concatenate(read, length), rest: parts };
  }
}

function concatenate(parts: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
