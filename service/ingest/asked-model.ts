import type { CallKind } from "@/lib/contract/call-kinds";
import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";
import { NAME_CHARS } from "@/lib/contract/limits";

const MODEL = "model";
const MODEL_KEY = '"model"';
/** What a model is asked with, by the names that providers' SDKs give it. */
const ASKED_WITH = ["messages", "prompt", "input", "contents"];

/**
 * The model that a call's inputs ask for: what answers may say another, and a call that failed, or reports no tokens,
 * says none at all. A call of no kind asks a model when its inputs are a model request; an agent or a chain, whose
 * inputs may name a model too, leaves the asking to the calls below it. `0120-asked-models.sql` reads stored calls alike.
 */
export function askedModel(kind: CallKind | undefined, inputs: JsonText | undefined): string | undefined {
  if (kind !== undefined && kind !== "llm" && kind !== "embedding") return undefined;
  // Most inputs name none: they are not gone through.
  if (!inputs?.text.includes(MODEL_KEY)) return undefined;
  const asked = JsonNode.parse(inputs);
  if (kind === undefined && ASKED_WITH.every((key) => asked.get(key) === undefined)) return undefined;
  const model = asked.get(MODEL)?.string();
  // A longer name is none, and no index could hold it.
  return model && Buffer.byteLength(model) <= NAME_CHARS ? model : undefined;
}
