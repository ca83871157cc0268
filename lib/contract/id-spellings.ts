const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const HEX_ID = /^(?:0x)?([0-9a-f]{16}|[0-9a-f]{32})$/;

const DIGEST = /^[\w-]{43}$/;

/**
 * Whether a text has the form of an ID that a program or a page shows: of OpenTelemetry's spans and traces, a UUID, a
 * `traceparent` or a digest. Other texts can be IDs too, such as those of threads.
 */
export function hasIdForm(text: string): boolean {
  const lower = text.toLowerCase();
  return [TRACEPARENT, UUID, HEX_ID, DIGEST].some((form) => form.test(lower));
}

/**
 * The forms in which an ID may be stored that a program printed: as it is; hex in lower case and without `0x`, as
 * OpenTelemetry's IDs are; a UUID with and without dashes, since OpenTelemetry has them without; and of a `traceparent`
 * (W3C Trace Context) its span and its trace.
 * @example idSpellings("4BF92F3577B34DA6A3CE929D0E0E4736") // that, "4bf9…4736", "4bf92f35-77b3-4da6-a3ce-929d0e0e4736"
 */
export function idSpellings(typed: string): string[] {
  const lower = typed.toLowerCase();
  const [, trace, span] = TRACEPARENT.exec(lower) ?? [];
  if (trace !== undefined && span !== undefined) return [span, trace];
  if (UUID.test(lower)) return [...new Set([typed, lower, lower.replaceAll("-", "")])];
  const hex = HEX_ID.exec(lower)?.[1];
  if (hex === undefined) return [typed];
  const dashed = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return [...new Set([typed, hex, dashed])];
}
