import type { CallRow } from "@/lib/contract/calls";

const START = Date.parse("2026-11-20T08:00:00Z");

/**
 * For tests: a call as a list returns it, starting `second` seconds after eight o'clock and lasting one. `overview` is
 * added to that of a successful call.
 */
export function callRow(
  id: string,
  parent: string | undefined,
  second: number,
  { overview, ...more }: Partial<CallRow> = {},
): CallRow {
  const ended = more.exception === undefined ? "success" : "error";
  return {
    id,
    project_id: "acme/bot",
    op_name: id,
    trace_id: "t1",
    ...(parent === undefined ? {} : { parent_id: parent }),
    started_at: new Date(START + second * 1000).toISOString(),
    ended_at: new Date(START + second * 1000 + 1000).toISOString(),
    overview: { status: ended, latency_ms: 1000, ...overview },
    ...more,
  };
}
