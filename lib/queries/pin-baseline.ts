import { mutationOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import { Sha256 } from "@/lib/format/sha256";
import { toJsonText } from "@/lib/json/text";
import { BASELINE_CLASS } from "./baselines";

/** Digits of the hash of an evaluation in the name of its object. */
const NAME_DIGITS = 32;

/** The experiment that others of its evaluation are compared with, for everyone in the project. */
export interface PinnedBaseline {
  /** The ref of the evaluation, or its JSON. */
  evaluation: string;
  /** The id of the experiment; null if none is pinned. */
  experiment: string | null;
}

/** Pins the baseline of an evaluation, in the place of the one before, or pins none. */
export function pinBaseline(projectId: string, client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["baselines", "pin", { projectId }] as const,
    mutationFn: (pinned: PinnedBaseline) => client.request("objCreate", baselineBody(projectId, pinned)),
    onSuccess: (_answer, _pinned, _result, { client: cache }) => {
      // Not awaited, so that undo is offered at once.
      void cache.invalidateQueries({ queryKey: ["baselines"] });
    },
  });
}

/**
 * The body that publishes a pinned baseline, which is the newest version of its object. With the digest of the version
 * that it replaces, it is refused if someone else has published another one meanwhile.
 */
export function baselineBody(projectId: string, { evaluation, experiment }: PinnedBaseline, replaces?: string) {
  const hash = new Sha256();
  hash.add(new TextEncoder().encode(evaluation));
  const val = { _type: BASELINE_CLASS, evaluation, experiment };
  return {
    obj: {
      project_id: projectId,
      object_id: `baseline-${hash.hex().slice(0, NAME_DIGITS)}`,
      val: toJsonText(val),
      builtin_object_class: BASELINE_CLASS,
      ...(replaces !== undefined && { replaces }),
    },
  };
}
