import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { mutationOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { BaselineByScore } from "@/lib/experiment/baseline";
import { toJsonText } from "@/lib/json/text";
import { BASELINE_CLASS } from "./baselines";

/** Digits of the hash of a dataset's name in the name of its object. */
const NAME_DIGITS = 32;

/** The experiments that others over a dataset are compared with, for everyone in the project. */
interface DatasetBaselines {
  dataset: string;
  experiments: BaselineByScore;
}

/** Pins the baselines of a dataset, in the place of those before. */
export function pinBaseline(projectId: string, client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["baselines", "pin", { projectId }] as const,
    mutationFn: (pinned: DatasetBaselines) => client.request("objCreate", baselineBody(projectId, pinned)),
    onSuccess: (_answer, _pinned, _result, { client: cache }) => {
      // Not awaited, so that undo is offered at once.
      void cache.invalidateQueries({ queryKey: ["baselines"] });
    },
  });
}

/**
 * The body that publishes the baselines of a dataset, which are the newest version of their object. With the digest of the
 * version that it replaces, it is refused if someone else has published another one meanwhile.
 */
export function baselineBody(projectId: string, { dataset, experiments }: DatasetBaselines, replaces?: string) {
  const digest = bytesToHex(sha256(utf8ToBytes(dataset)));
  const val = { _type: BASELINE_CLASS, dataset, experiments: Object.fromEntries(experiments) };
  return {
    obj: {
      project_id: projectId,
      object_id: `baseline-${digest.slice(0, NAME_DIGITS)}`,
      val: toJsonText(val),
      builtin_object_class: BASELINE_CLASS,
      ...(replaces !== undefined && { replaces }),
    },
  };
}
