import type { QueryClient } from "@tanstack/react-query";

import { JsonNode } from "@/lib/json/node";
import { formatCount } from "@/lib/format/number";
import type { PlaygroundDocument } from "@/lib/playground/document";
import { documentOfCall } from "@/lib/playground/import-call";
import { liftPrefix } from "@/lib/playground/lift-prefix";
import { rowValues } from "@/lib/queries/row-values";
import { callDetail } from "@/lib/queries/trace";
import { rowRefsIn, withRefValues } from "@/lib/trace/payload-refs";

/** A playground to open, and the notice about it. */
export interface Opened {
  document: PlaygroundDocument;
  title: string;
  description?: string;
}

/** The playground of a traced call; throws an Error with a message for the user if the call is not a chat. */
export async function openedCall(cache: QueryClient, projectId: string, callId: string): Promise<Opened> {
  const { inputs: sent, summary } = await cache.fetchQuery(callDetail(projectId, callId));
  // A model cannot read a ref to a dataset's row, which Weave's evaluations record in the place of its text.
  const inputs = withRefValues(sent, await cache.fetchQuery(rowValues(rowRefsIn(projectId, sent))));
  // Calls without a model in their inputs still report usage by model.
  const usage = summary && JsonNode.parse(summary).get("usage");
  const [model] = [...(usage?.entries() ?? [])].map(([name]) => name);
  const imported = documentOfCall({ inputs, model });
  if (!imported) throw new Error("This call has no chat messages to open.");
  const { leftOut, unsent } = imported;
  const document = liftPrefix(imported.document);
  const title = "Opened from call";
  const description = [
    ...(leftOut.length > 0
      ? [`Left out because models do not accept ${leftOut.length === 1 ? "it" : "them"}: ${leftOut.join(", ")}`]
      : []),
    ...(unsent.length > 0 ? [`Files that cannot be sent from here: ${named(unsent)}`] : []),
  ].join(". ");
  return { document, title, ...(description === "" ? {} : { description }) };
}

/** Maximum number of files that are named. */
const NAMED = 5;

function named(files: readonly string[]): string {
  const more = files.length - NAMED;
  return more > 0 ? `${files.slice(0, NAMED).join(", ")} and ${formatCount(more)} more` : files.join(", ");
}
