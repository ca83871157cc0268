import type { CallKind } from "@/lib/contract/call-kinds";
import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";
import { NAME_CHARS } from "@/lib/contract/limits";

const MODEL = "model";
const MODEL_KEY = '"model"';
/** Members of a model request, as the SDKs of providers name them. */
const ASKED_WITH = ["messages", "prompt", "input", "contents"];

/**
 * The requested model in a call's inputs: the answer may name another one, and a call that failed, or reports no tokens,
 * names none. A call without a kind counts when its inputs are a model request; agents and chains, whose inputs may name a
 * model too, never count. `0120-asked-models.sql` reads stored calls in the same way.
 */
export function askedModel(kind: CallKind | undefined, inputs: JsonText | undefined): string | undefined {
  if (kind !== undefined && kind !== "llm" && kind !== "embedding") return undefined;
  // Most inputs name none and are not parsed.
  if (!inputs?.text.includes(MODEL_KEY)) return undefined;
  const asked = JsonNode.parse(inputs);
  if (kind === undefined && ASKED_WITH.every((key) => asked.get(key) === undefined)) return undefined;
  const model = asked.get(MODEL)?.string();
  // A longer text is no model name, and fits no index.
  return model && Buffer.byteLength(model) <= NAME_CHARS ? model : undefined;
}
