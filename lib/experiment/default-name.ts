import { readAnyRef } from "@/lib/contract/refs";
import type { NewExperiment } from "./new-experiment";

/** What an experiment is called if no name is given: the prompt, the model and the dataset. */
export function defaultName({ prompt, model, dataset }: Pick<NewExperiment, "prompt" | "model" | "dataset">): string {
  const [promptName, datasetName] = [prompt, dataset].map((text) => {
    const ref = readAnyRef(text);
    return ref && "name" in ref ? ref.name : undefined;
  });
  const what = [promptName, model || undefined].filter((part) => part !== undefined).join(", ");
  const where = datasetName === undefined ? "" : ` on ${datasetName}`;
  return `${what || "Experiment"}${where}`;
}
