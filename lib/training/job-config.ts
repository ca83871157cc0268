import { JsonNode } from "@/lib/json/node";
import { JsonSyntaxError } from "@/lib/json/scan";
import { JsonText, writeJson } from "@/lib/json/text";
import { writeMembers } from "@/lib/playground/message";
import { isMethod } from "./methods";

/** The trainer's parameters, as typed. */
export interface ConfigDraft {
  learningRate: string;
  /** How the runner is to train; empty for its default. */
  method: string;
  precalculatesLogprobs: boolean;
  /** An object of further settings as JSON, or empty. */
  others: string;
}

export const EMPTY_CONFIG: ConfigDraft = { learningRate: "", method: "", precalculatesLogprobs: false, others: "" };

const OWN = ["learning_rate", "method", "precalculate_logprobs"];
const NUMBER = /^(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** The config of a draft, with numbers as they were typed, or errors by field. */
export function readConfig(
  draft: ConfigDraft,
): { config: JsonText } | { problems: Partial<Record<keyof ConfigDraft, string>> } {
  const problems: Partial<Record<keyof ConfigDraft, string>> = {};
  const members: [string, string][] = [];
  const rate = draft.learningRate.trim();
  if (rate !== "") {
    if (!NUMBER.test(rate) || !(Number(rate) > 0) || !Number.isFinite(Number(rate)))
      problems.learningRate = "Must be a number above 0, such as 1e-5";
    else members.push(["learning_rate", rate]);
  }
  if (draft.method !== "") members.push(["method", writeJson(draft.method)]);
  if (draft.precalculatesLogprobs) members.push(["precalculate_logprobs", "true"]);
  const others = readOthers(draft.others);
  if (typeof others === "string") problems.others = others;
  else
    for (const [name, node] of others?.entries() ?? []) {
      if (members.some(([own]) => own === name)) problems.others = `${name} is already set above`;
      members.push([name, node.raw]);
    }
  if (Object.keys(problems).length > 0) return { problems };
  return { config: new JsonText(writeMembers(members)) };
}

function readOthers(text: string): JsonNode | string | undefined {
  if (text.trim() === "") return undefined;
  try {
    const node = JsonNode.parse(text);
    return node.kind === "object" ? node : "Must be a JSON object";
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error.message;
    throw error;
  }
}

/** The draft of a config; parameters without a field are in the JSON object. */
export function draftOfConfig(config: JsonText | undefined): ConfigDraft {
  const node = config && JsonNode.parse(config);
  const rate = node?.get("learning_rate");
  const precalculates = node?.get("precalculate_logprobs");
  const method = node?.get("method")?.string() ?? "";
  const isOwn = (name: string) =>
    (name === "method" && isMethod(method)) ||
    (name === "learning_rate" && rate?.kind !== "null") ||
    (name === "precalculate_logprobs" && precalculates?.boolean() === true);
  const others = [...(node?.entries() ?? [])].filter(([name]) => !OWN.includes(name) || !isOwn(name));
  return {
    learningRate: rate?.kind === "number" ? rate.raw : "",
    method: isMethod(method) ? method : "",
    precalculatesLogprobs: precalculates?.boolean() === true,
    others: others.length === 0 ? "" : writeMembers(others.map(([name, { raw }]) => [name, raw])),
  };
}
