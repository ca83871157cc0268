import * as z from "zod";
import type { CallRow } from "@/lib/contract/calls";
import { sortCalls, sortedCalls } from "@/lib/filter/calls-view";
import { failuresText } from "@/lib/format/failures-text";
import { formatCount } from "@/lib/format/number";
import { ROW_COLUMNS } from "@/lib/queries/call-rows";
import { readFailures } from "@/lib/queries/trace-failures";
import { callsText } from "@/lib/trace-text/calls-text";
import {
  budget,
  type Caller,
  cursor,
  filter,
  limit,
  moreNote,
  project,
  readCursor,
  tool,
} from "@/service/http/mcp/tool";
import { selected, viewOf } from "./select-calls";

const ORDERS = {
  newest: { by: "started", direction: "desc" },
  oldest: { by: "started", direction: "asc" },
  slowest: { by: "latency", direction: "desc" },
  most_tokens: { by: "tokens", direction: "desc" },
  most_expensive: { by: "cost", direction: "desc" },
} as const;

/** Counting stops here. */
const COUNTED = 1_000;

export const findTraces = tool({
  name: "find_traces",
  title: "Find traces",
  role: "viewer",
  description: `Lists traces, or single calls, that match a filter, with their status, latency, tokens, cost, feedback and the beginning of input and output.
Filter: conditions such as status:error, latency>2s, tokens>5000, cost>0.1, model:gpt-4o, op:plan.*, kind:tool, user:ada, thread:t1, started>2h, started:today, feedback:👎, feedback.tone<0.5, note~slow, acme.tier:pro (an attribute), inputs.question~parcel, output:"[]"; words without a condition are searched for as text; combined with or, not, parentheses. has(kind:tool status:error) finds traces with such a call below, under(), after(), before() are the other relations. A condition on a trace is about its outermost call: use has(…) for calls below it. A trace failed if its outermost call did (status:error); it has a failing step if any of its calls did (status:error or has(status:error)).
Examples: {"filter": "status:error started>24h"}; {"filter": "has(kind:tool output~\\"not found\\")", "order": "slowest"}; {"filter": "kind:llm tokens>20000", "scope": "calls", "limit": 20}`,
  input: z.strictObject({
    project,
    filter,
    scope: z.enum(["traces", "calls"]).default("traces").describe("Outermost calls, or calls at any depth"),
    order: z.enum(["newest", "oldest", "slowest", "most_tokens", "most_expensive"]).default("newest"),
    limit: limit(10, 100),
    cursor,
    budget,
  }),
  async run(args, caller) {
    const { client, signal, now, defaultProject } = caller;
    const isTraces = args.scope === "traces";
    const view = viewOf(args.filter, { roots: isTraces, sort: ORDERS[args.order] });
    const query = { project_id: args.project ?? defaultProject, ...selected(view, now) };
    const body = {
      ...query,
      sort_by: sortCalls(view),
      newest: sortedCalls(view),
      columns: [...ROW_COLUMNS],
      include_overview: true,
      include_extras: true,
      limit: args.limit + 1,
      after_id: readCursor(args.cursor, "string"),
    };
    const { project_id: projectId, ...selection } = query;
    const [rows, failures, calls] = await Promise.all([
      rowsOf(caller, body),
      isTraces ? readFailures({ projectId, ...selection, limit: COUNTED + 1 }, client, signal) : undefined,
      isTraces ? undefined : client.request("callsQueryStats", { ...query, limit: COUNTED + 1 }, { signal }),
    ]);
    const count = failures?.traces ?? calls?.count ?? 0;
    return (tokens) => {
      const { text, shown } = callsText(rows.slice(0, args.limit), { budget: tokens, now, isTraces });
      const last = rows[shown - 1];
      const total = count > COUNTED ? `more than ${formatCount(COUNTED)}` : formatCount(count);
      const of = failures && count > 0 ? `; of all, ${failuresText(failures, COUNTED)}` : "";
      const notes = [`${shown} of ${total} ${args.scope} in this answer${of}.`];
      if (last && shown < rows.length) notes.push(moreNote(last.id));
      return { data: text, notes };
    };
  },
});

/** All rows of a list. */
export async function rowsOf(
  { client, signal }: Pick<Caller, "client" | "signal">,
  body: Parameters<typeof client.stream<"callsStreamQuery">>[1],
): Promise<CallRow[]> {
  const rows: CallRow[] = [];
  for await (const row of client.stream("callsStreamQuery", body, { signal })) rows.push(row);
  return rows;
}
