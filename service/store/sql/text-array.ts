const TEXT_OID = 25;
const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
const NULL_LENGTH = -1;

/**
 * A `text[]` in PostgreSQL's binary format: neither side has to escape or scan its content. Null for absent values:
 * `unnest` also fills up with nulls beside longer arrays. (PostgreSQL's source: array_recv.)
 */
export function textArray(values: readonly (string | undefined)[]): Buffer | null {
  let bytes = HEADER_BYTES;
  let isEmpty = true;
  for (const value of values) {
    bytes += LENGTH_BYTES;
    if (value === undefined) continue;
    bytes += Buffer.byteLength(value);
    isEmpty = false;
  }
  if (isEmpty) return null;
  const array = Buffer.allocUnsafe(bytes);
  // Dimensions, whether nulls may occur, the elements' type; the length and lower bound of the one dimension.
  let at = [1, 1, TEXT_OID, values.length, 1].reduce((place, number) => array.writeInt32BE(number, place), 0);
  for (const value of values) {
    if (value === undefined) {
      at = array.writeInt32BE(NULL_LENGTH, at);
      continue;
    }
    const written = array.write(value, at + LENGTH_BYTES);
    array.writeInt32BE(written, at);
    at += LENGTH_BYTES + written;
  }
  return array;
}
