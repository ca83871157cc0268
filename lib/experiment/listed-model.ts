import { JsonNode } from "@/lib/json/node";
import type { ListedExperiment } from "./listed";
import { experimentNames } from "./result";

/** The model of an experiment: that of its request, or the one that the SDK names. */
export function listedModel({ call, run }: Pick<ListedExperiment, "call" | "run">): string | undefined {
  const asked = run && JsonNode.parse(run.definition.request).get("model")?.string();
  return asked ?? experimentNames(call?.inputs).model;
}
