const FORM = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(?:-.*)?$/;
const ZEROS = /^0+$/;

/** Trace and span of the caller, from a header `traceparent` (W3C Trace Context, 3.2); undefined when it has none. */
export function readTraceParent(header: string | undefined): { traceId: string; parentId: string } | undefined {
  const [, traceId, parentId] = FORM.exec(header?.trim() ?? "") ?? [];
  if (traceId === undefined || parentId === undefined || header?.trim().startsWith("ff")) return undefined;
  return ZEROS.test(traceId) || ZEROS.test(parentId) ? undefined : { traceId, parentId };
}
