import type { CallUpdate } from "@/lib/contract/call-changes";
import { callKind, type EndedCall, type StartedCall } from "@/lib/contract/calls";
import type { CallKind } from "@/lib/contract/call-kinds";
import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";
import { serviceTierIn, usageByModel, usageOfModels } from "@/lib/cost/reported-usage";
import { statedTier, withServiceTier } from "@/lib/cost/usage-fields";
import { outputCost, summaryCost } from "@/lib/cost/stated-cost";
import { type CallWrite, RANK } from "@/service/store/calls/call-write";
import { askedModel } from "./asked-model";
import { cutText } from "./cut-text";

/** A start as a write to the store, with the requested model. `makeId` is for a start without an id; `owner` is the key's. */
export function startWrite(start: StartedCall, makeId: () => string, owner: string): CallWrite & { trace_id: string } {
  const id = start.id ?? makeId();
  const kind = start.attributes && statedKind(start.attributes, start.op_name);
  return {
    project_id: start.project_id,
    id,
    rank: RANK.start,
    // Not a new id: a client that repeats its start must not appear to name another trace.
    trace_id: start.trace_id ?? id,
    parent_id: start.parent_id ?? undefined,
    op_name: start.op_name,
    display_name: start.display_name ?? undefined,
    thread_id: start.thread_id ?? undefined,
    turn_id: start.turn_id ?? undefined,
    started_at: start.started_at,
    attributes: start.attributes,
    inputs: start.inputs,
    ext_user_id: owner,
    ext_run_id: start.ext_run_id ?? undefined,
    ext_run_step: start.ext_run_step ?? undefined,
    kind,
    model: askedModel(kind, start.inputs),
    // Only if it has a price of its own; the response says how the request was served.
    service_tier: statedTier(withServiceTier({}, serviceTierIn(start.inputs))) || undefined,
  };
}

/** An end as a write to the store, with the model, the tokens and the cost that it reports. */
export function endWrite(end: EndedCall): CallWrite {
  return {
    project_id: end.project_id,
    id: end.id,
    rank: RANK.end,
    trace_id: end.trace_id ?? undefined,
    display_name: end.display_name ?? undefined,
    ended_at: end.ended_at,
    // Lists contain it whole, and a page of them must fit into memory.
    exception: end.exception ? cutText(end.exception) : undefined,
    output: end.output,
    summary: end.summary,
    ext_run_step_end: end.ext_run_step_end ?? undefined,
    ...(end.summary && reportedUsage(end.summary, end.output)),
    stated_cost: summaryCost(end.summary) ?? outputCost(end.output),
  };
}

/** An update as a write to the store. */
export function updateWrite({ project_id, call_id, display_name }: CallUpdate): CallWrite {
  return { project_id, id: call_id, rank: RANK.update, display_name };
}

/** The tokens and the service tier over all models, and the model when there is only one. */
function reportedUsage(
  summary: JsonText,
  output: JsonText | undefined,
): Pick<CallWrite, "model" | "usage" | "service_tier"> {
  const byModel = usageByModel(summary, output);
  const [model] = byModel.keys();
  if (model === undefined) return {};
  const usage = usageOfModels(byModel);
  return { model: byModel.size === 1 ? model : undefined, usage, service_tier: statedTier(usage) };
}

/** A method of a provider's client that makes embeddings, such as `openai.embeddings.create`. */
const EMBEDS = /[./]embed(?:ding)?s?(?:[._:]|$)/;

/** The kind that Weave's Python SDK puts into the attributes of an op declared with one; embeddings are `llm` there. */
function statedKind(attributes: JsonText, opName: string): CallKind | undefined {
  // Most attributes have none and are not parsed.
  const stated = attributes.text.includes('"weave"')
    ? JsonNode.parse(attributes).at(["weave", "kind"])?.string()
    : undefined;
  if (stated === "search") return "retriever";
  return stated === "llm" && EMBEDS.test(opName) ? "embedding" : callKind.safeParse(stated).data;
}
