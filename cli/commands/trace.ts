import type { Call, CallRow } from "@/lib/contract/calls";
import { readRows } from "@/lib/queries/call-rows";
import { readTraceCosts } from "@/lib/queries/read-trace-costs";
import { nodeAt } from "@/lib/trace/value-at";
import { callLine } from "@/lib/trace-text/call-line";
import { callText, valueAt } from "@/lib/trace-text/call-text";
import { type CallPath, PathError, readPath } from "@/lib/trace-text/payload-path";
import { LEAST_TOKENS, traceText } from "@/lib/trace-text/trace-text";
import { type TraceView, traceView } from "@/lib/trace-text/trace-view";
import { type Connection, type Context, openConnection, type Run } from "../context";
import { CommandError, EXIT, usageError } from "../exit-status";
import { findCall } from "../find-call";

/** More than any trace takes. */
const NO_BUDGET = 1_000_000_000;
const OLDEST = [{ field: "started_at", direction: "asc" as const }];

/** Reads a trace, or what is at a path inside it. */
export const run: Run = async (context, given) => {
  const [id, path, more] = given.words;
  if (id === undefined) throw usageError("The ID of a trace or call is missing.");
  if (more !== undefined) throw usageError(`${JSON.stringify(more)} is one word too many.`);
  const budget = given.count("budget", NO_BUDGET, LEAST_TOKENS);
  const connection = await openConnection(context, given);
  const found = await findCall(connection, id, context.signal);
  const traceId = found.trace_id ?? id;
  const [rows, costs] = await Promise.all([
    callsOf(connection, traceId, context.signal),
    readTraceCosts(connection.projectId, traceId, connection.client, context.signal),
  ]);
  const view = traceView(rows, Date.now(), costs);
  const isJson = given.is("json");
  if (path !== undefined) await printPath(connection, context, { path: pathOf(path, view), view, budget, isJson });
  else if (isJson) for (const row of rows) await context.out.json(row);
  else await context.out.text(traceText(view, { budget, ...(found.parent_id !== undefined && { below: found.id }) }));
  return EXIT.done;
};

function callsOf({ client, projectId }: Connection, traceId: string, signal: AbortSignal): Promise<CallRow[]> {
  return readRows({ projectId, filter: { trace_ids: [traceId] }, sort_by: OLDEST, extras: true }, client, signal);
}

function pathOf(text: string, view: TraceView): CallPath {
  try {
    return readPath(text, view);
  } catch (error) {
    throw asCommandError(error);
  }
}

interface Reading {
  path: CallPath;
  view: TraceView;
  budget: number;
  isJson: boolean;
}

/** A call with its payloads, or one value of them. */
async function printPath({ client, projectId }: Connection, { out, signal }: Context, reading: Reading): Promise<void> {
  const { path, view, budget, isJson } = reading;
  const { call } = await client.request(
    "callRead",
    { project_id: projectId, id: path.id, include_costs: true },
    { signal },
  );
  const node = view.tree.byId.get(path.id);
  if (path.payload === undefined) {
    if (isJson) await out.json(call);
    else await out.text(callText(call, node ? callLine(view, node) : "", { budget }));
    return;
  }
  const text = valueText(call, path, budget);
  // One value, to the character, so that it can be saved.
  if (isJson) await out.data(`${jsonAt(call, path) ?? JSON.stringify(text)}\n`, true);
  else await out.data(`${text}\n`, false);
}

function valueText(call: Call, path: CallPath, budget: number): string {
  try {
    return valueAt(call, path, { budget }).text;
  } catch (error) {
    throw asCommandError(error);
  }
}

/** The JSON of the value; undefined for an exception, and for a part of JSON within a text. */
function jsonAt(call: Call, { payload, steps }: CallPath): string | undefined {
  return payload === undefined ? undefined : nodeAt(call, [payload, ...steps.map(String)])?.raw;
}

function asCommandError(error: unknown): unknown {
  if (!(error instanceof PathError)) return error;
  return new CommandError(`${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`);
}
