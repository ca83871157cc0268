import type { Retention } from "@/lib/contract/retention";
import { expireTraces } from "./expire-traces";
import { expireHidden, cleanIndex } from "./expire-rest";
import { previewRetention } from "./preview";
import {
  beginExpiry,
  finishExpiry,
  goOnWithExpiry,
  isExpiryErased,
  releaseExpiry,
  renewExpiry,
  takeExpiry,
} from "./runs";
import { readRetention, setRetention } from "./settings";

/** New settings of a project; `replaces` is the version that they replace. */
export interface NewRetention extends Retention {
  project_id: string;
  replaces: number;
  changed_by: string;
}

/** A run that deletes the old traces of a project. */
export type ExpiryRun = { project_id: string; id: string };

/** A run that has begun: with the settings that it applies. */
export interface BegunExpiry extends ExpiryRun {
  retention: Retention & { keep_days: number };
  /** Traces whose newest call is from before this time are old. */
  cutoff: string;
}

/** How long traces are kept, and the runs that delete the others. */
export const retentionStore = {
  readRetention,
  setRetention,
  previewRetention,
  takeExpiry,
  goOnWithExpiry,
  renewExpiry,
  releaseExpiry,
  beginExpiry,
  expireTraces,
  expireHidden,
  cleanIndex,
  finishExpiry,
  isExpiryErased,
};
