// The addresses of experiments and scorers. They are not in `address.ts`, which every page loads.
import { versionOfRef } from "@/lib/contract/version-name";
import { addressIn, objectsPath, withSearch } from "./address";

/** The address of the page of one experiment, or of several side by side, by the ids of their calls. */
export function comparedExperimentsPath(projectId: string, ids: readonly string[]): string {
  // As the page's parser of lists has it.
  const list = ids.map((id) => id.replaceAll(",", "%2C")).join(",");
  return withSearch(addressIn(projectId, "experiments", "compare"), { ids: list || undefined });
}

/** The page that ranks the models of an evaluation. */
export function leaderboardPath(projectId: string): string {
  return addressIn(projectId, "experiments", "leaderboard");
}

/** What the form of a new experiment begins with. */
interface ExperimentStart {
  /** A prompt by name, and its version as refs name it (digest, `v<index>` or label), otherwise the latest. */
  prompt?: string;
  version?: string;
  /** A table by digest; the ref of the version of a dataset that has it. */
  table?: string;
  dataset?: string;
  /** Digests of rows, separated by commas. */
  rows?: string;
  /** The id of an experiment that is run again. */
  again?: string;
  /** The id of a training job, whose base model and trained model are run. */
  job?: string;
  /** The id of a draft that another page has begun. */
  draft?: string;
}

/** The address of the form for a new experiment. */
export function newExperimentPath(projectId: string, start: ExperimentStart = {}): string {
  return withSearch(addressIn(projectId, "experiments", "new"), {
    ...start,
    version: start.version === undefined ? undefined : versionOfRef(start.version),
  });
}

/** The list of the scorers among the objects. */
export function scorersPath(projectId: string): string {
  return withSearch(objectsPath(projectId, "object"), { class: "Scorer" });
}

export function newScorerPath(projectId: string): string {
  return addressIn(projectId, "scorers", "new");
}
