import type { QueryClient } from "@tanstack/react-query";

import { isMissingEndpoint } from "@/lib/client/api-error";
import type { CallRow } from "@/lib/contract/calls";
import { callName } from "@/lib/format/call-name";
import { JsonNode } from "@/lib/json/node";
import { formatCount } from "@/lib/format/number";
import type { PlaygroundDocument } from "@/lib/playground/document";
import { documentOfCall } from "@/lib/playground/import-call";
import { liftPrefix } from "@/lib/playground/lift-prefix";
import { rowValues } from "@/lib/queries/row-values";
import { callDetail, traceCalls } from "@/lib/queries/trace";
import { rowRefsIn, withRefValues } from "@/lib/trace/payload-refs";

/** A playground to open, and the notice about it. */
export interface Opened {
  document: PlaygroundDocument;
  title: string;
  description?: string;
}

/**
 * The playground of a traced call, or if it is not of a model, of the first call of a model below it, which has the model,
 * the prompt and the tools, or of the one that asked for a tool. Throws an Error with a message for the user if neither is a chat.
 */
export async function openedCall(cache: QueryClient, projectId: string, callId: string): Promise<Opened> {
  const { trace_id: traceId } = await cache.fetchQuery(callDetail(projectId, callId));
  const rows = traceId === undefined ? [] : await rowsOf(cache, projectId, traceId);
  const modelCall = modelCallOf(rows, callId);
  const { inputs: sent, summary } = await cache.fetchQuery(callDetail(projectId, modelCall?.id ?? callId));
  // A model cannot read a ref to a dataset's row, which Weave's evaluations record in the place of its text.
  const inputs = withRefValues(sent, await cache.fetchQuery(rowValues(rowRefsIn(projectId, sent))));
  // Calls without a model in their inputs still report usage by model.
  const usage = summary && JsonNode.parse(summary).get("usage");
  const [model] = [...(usage?.entries() ?? [])].map(([name]) => name);
  const imported = documentOfCall({ inputs, model });
  if (!imported) throw new Error("This call has no chat messages to open.");
  const { leftOut, unsent } = imported;
  const document = liftPrefix(imported.document);
  const title = modelCall && modelCall.id !== callId ? `Opened from ${callName(modelCall)}` : "Opened from call";
  const description = [
    ...(leftOut.length > 0
      ? [`Left out because models do not accept ${leftOut.length === 1 ? "it" : "them"}: ${leftOut.join(", ")}`]
      : []),
    ...(unsent.length > 0 ? [`Files that cannot be sent from here: ${named(unsent)}`] : []),
  ].join(". ");
  return { document, title, ...(description === "" ? {} : { description }) };
}

/** The calls of a trace by start; none if the service does not list them. */
async function rowsOf(cache: QueryClient, projectId: string, traceId: string): Promise<readonly CallRow[]> {
  try {
    return (await cache.fetchQuery(traceCalls(projectId, traceId))).rows;
  } catch (error) {
    if (isMissingEndpoint(error)) return [];
    throw error;
  }
}

/** The call itself if it is of a model, otherwise the first of a model below it, or the one that led to it. */
function modelCallOf(rows: readonly CallRow[], callId: string): CallRow | undefined {
  const own = rows.find(({ id }) => id === callId);
  if (own?.overview?.kind === "llm") return own;
  const parents = new Map(rows.map(({ id, parent_id: parent }) => [id, parent]));
  const isBelow = (id: string) => {
    const seen = new Set<string>();
    for (let above = parents.get(id); above !== undefined && !seen.has(above); above = parents.get(above)) {
      if (above === callId) return true;
      seen.add(above);
    }
    return false;
  };
  const models = rows.filter(({ overview }) => overview?.kind === "llm");
  return (
    models.find(({ id }) => isBelow(id)) ??
    models.findLast(
      ({ id, parent_id: parent, started_at: at = "" }) =>
        own?.parent_id !== undefined &&
        (id === own.parent_id || parent === own.parent_id) &&
        at <= (own.started_at ?? ""),
    )
  );
}

/** Maximum number of files that are named. */
const NAMED = 5;

function named(files: readonly string[]): string {
  const more = files.length - NAMED;
  return more > 0 ? `${files.slice(0, NAMED).join(", ")} and ${formatCount(more)} more` : files.join(", ");
}
