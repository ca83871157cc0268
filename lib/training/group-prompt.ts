import { JsonNode } from "@/lib/json/node";
import { JsonText } from "@/lib/json/text";
import type { PlaygroundDocument } from "@/lib/playground/document";
import { documentOfCall } from "@/lib/playground/import-call";
import { writeMembers } from "@/lib/playground/message";
import { messageOf } from "./trajectory-messages";

export type GroupPrompt = Pick<PlaygroundDocument, "turns"> & {
  /** What goes with it: its tools, exact JSON text by name. */
  parameters: Readonly<Record<string, string>>;
};

/**
 * What the first trajectory of a group was asked: its messages up to the last of a user, or up to the first answer where
 * there is none of a user, and its tools. Undefined where that is nothing.
 */
export function promptOfGroup(group: JsonText): GroupPrompt | undefined {
  const trajectory = JsonNode.parse(group).at(["trajectories", 0]);
  const items = [...(trajectory?.get("messages_and_choices")?.items() ?? [])].map((item) => messageOf(item) ?? item);
  const roles = items.map((item) => item.get("role")?.string());
  const lastAsked = roles.lastIndexOf("user");
  const firstAnswer = roles.indexOf("assistant");
  const asked = items.slice(0, lastAsked >= 0 ? lastAsked + 1 : firstAnswer >= 0 ? firstAnswer : items.length);
  if (asked.length === 0) return undefined;
  const tools = trajectory?.get("tools");
  const inputs = writeMembers([
    ["messages", `[${asked.map(({ raw }) => raw).join(",")}]`],
    ...(tools?.kind === "array" && tools.size > 0 ? ([["tools", tools.raw]] as const) : []),
  ]);
  const found = documentOfCall({ inputs: new JsonText(inputs) })?.document;
  const given = found?.panes[0]?.parameters["tools"];
  return found && { turns: found.turns, parameters: given === undefined ? {} : { tools: given } };
}
