import type { CallRow } from "@/lib/contract/calls";
import { experimentNames } from "@/lib/experiment/result";

/** What an experiment is called: its own name, else its evaluation's, else its id. */
export function experimentName({ id, display_name: name, inputs }: CallRow): string {
  return name || experimentNames(inputs).evaluation || id;
}
