/** The end of a shorter key would say too much of it. */
const SHOWN_KEY_CHARS = 12;
const END_CHARS = 4;

/** What is shown of a key to those who may replace it; undefined for a short one. */
export function keyEnd(key: string | undefined): string | undefined {
  return key !== undefined && key.length >= SHOWN_KEY_CHARS ? key.slice(-END_CHARS) : undefined;
}
