import { JsonNode } from "@/lib/json/node";
import { JsonText } from "@/lib/json/text";
import type { PlaygroundDocument } from "@/lib/playground/document";
import { documentOfCall } from "@/lib/playground/import-call";
import { writeMembers } from "@/lib/playground/message";
import { messageOf } from "./trajectory-messages";

export type GroupPrompt = Pick<PlaygroundDocument, "turns"> & {
  /** The prompt's tools, exact JSON text by name. */
  parameters: Readonly<Record<string, string>>;
};

/**
 * The prompt of the first trajectory of a group: its messages up to the last user message, or up to the first answer if
 * there is none, and its tools. Undefined if that is empty.
 */
export function promptOfGroup(group: JsonText): GroupPrompt | undefined {
  const trajectory = JsonNode.parse(group).at(["trajectories", 0]);
  const items = [...(trajectory?.get("messages_and_choices")?.items() ?? [])].map((item) => messageOf(item) ?? item);
  const roles = items.map((item) => item.get("role")?.string());
  const lastAsked = roles.lastIndexOf("user");
  const firstAnswer = roles.indexOf("assistant");
  const prompt = items.slice(0, lastAsked >= 0 ? lastAsked + 1 : firstAnswer >= 0 ? firstAnswer : items.length);
  if (prompt.length === 0) return undefined;
  const tools = trajectory?.get("tools");
  const inputs = writeMembers([
    ["messages", `[${prompt.map(({ raw }) => raw).join(",")}]`],
    ...(tools?.kind === "array" && tools.size > 0 ? ([["tools", tools.raw]] as const) : []),
  ]);
  const found = documentOfCall({ inputs: new JsonText(inputs) })?.document;
  const given = found?.panes[0]?.parameters["tools"];
  return found && { turns: found.turns, parameters: given === undefined ? {} : { tools: given } };
}
