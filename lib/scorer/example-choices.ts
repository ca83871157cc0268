import { JsonNode } from "@/lib/json/node";

/** Whether a call is chosen as an example, and what was typed for it. */
export interface ExampleChoice {
  isChosen: boolean;
  score: string;
  reasoning: string;
}

/** By the ref of the call. */
export type ExampleChoices = ReadonlyMap<string, ExampleChoice>;

/** The choices in the text of a draft. */
export function readChoices(text: string): ExampleChoices {
  const entries = [...(JsonNode.read(text)?.entries() ?? [])];
  return new Map(
    entries.map(([ref, choice]) => [
      ref,
      {
        isChosen: choice.get("isChosen")?.boolean() === true,
        score: choice.get("score")?.string() ?? "",
        reasoning: choice.get("reasoning")?.string() ?? "",
      },
    ]),
  );
}

/** The text of a draft: empty without choices. */
export function writeChoices(choices: ExampleChoices): string {
  return choices.size === 0 ? "" : JSON.stringify(Object.fromEntries(choices));
}
