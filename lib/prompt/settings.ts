import { changeMembers } from "@/lib/json/change-members";
import { JsonNode } from "@/lib/json/node";
import { JsonText } from "@/lib/json/text";

/** What is sent beside the messages of a prompt. */
export interface PromptSettings {
  model?: string;
  /** By name, exact JSON text, possibly incomplete while typed. */
  parameters: Record<string, string>;
}

/** The settings in the `config` of a stored prompt; none if it is not an object. */
export function readSettings(config: JsonNode | undefined): PromptSettings {
  const members = new Map(config?.entries());
  const model = members.get("model")?.string();
  members.delete("model");
  return {
    ...(model === undefined ? {} : { model }),
    parameters: Object.fromEntries([...members].map(([name, node]) => [name, node.raw])),
  };
}

/** `config` with other settings; members that are the same keep their text. Throws an Error with a message for the user. */
export function writeSettings(settings: PromptSettings, config: JsonNode | undefined): JsonText {
  const base = new JsonText(config?.kind === "object" ? config.raw : "{}");
  const before = readSettings(config);
  const changes = new Map<string, string | undefined>();
  const model = settings.model === "" ? undefined : settings.model;
  if (model !== before.model) changes.set("model", model === undefined ? undefined : JSON.stringify(model));
  for (const name of Object.keys(before.parameters))
    if (!Object.hasOwn(settings.parameters, name)) changes.set(name, undefined);
  for (const [name, text] of Object.entries(settings.parameters)) {
    if (name === "model" || (Object.hasOwn(before.parameters, name) && before.parameters[name] === text)) continue;
    const node = JsonNode.read(text);
    if (!node) throw new Error(`The parameter ${name} is not valid JSON.`);
    changes.set(name, node.raw);
  }
  return changes.size === 0 ? base : changeMembers(base, changes);
}
