import type { ErasedKind, ErasureReceipt, FoundKind } from "@/lib/contract/erasure";
import { counted } from "./number";

const ERASED_NOUNS: Readonly<Record<ErasedKind, readonly [singular: string, plural: string]>> = {
  traces: ["trace", "traces"],
  calls: ["call", "calls"],
  feedback: ["piece of feedback", "pieces of feedback"],
  table_rows: ["table row", "table rows"],
  queue_calls: ["place in a queue", "places in queues"],
  files: ["file", "files"],
  log_records: ["log record", "log records"],
  rejected_items: ["rejected item", "rejected items"],
};

const KINDS: readonly ErasedKind[] = [
  "traces",
  "calls",
  "feedback",
  "table_rows",
  "queue_calls",
  "files",
  "log_records",
  "rejected_items",
];

/** What was counted, as texts such as "3 traces"; traces and calls always, the others if there are any. */
export function countWords(counts: Partial<Readonly<Record<ErasedKind, number>>>): string[] {
  return KINDS.flatMap((kind) => {
    const count = counts[kind];
    const isShown = count !== undefined && (count > 0 || kind === "traces" || kind === "calls");
    return isShown ? counted(count, ...ERASED_NOUNS[kind]) : [];
  });
}

/** What was found and not erased, and why. */
export const FOUND_WORDS: Readonly<Record<FoundKind, { title: string; why: string }>> = {
  calls: {
    title: "Calls of other traces that contain the user ID",
    why: "These traces were recorded for other users, or for none.",
  },
  traces_of_threads: {
    title: "Other traces in the same threads",
    why: "No call of these traces has the user ID, although they may be parts of the same conversation.",
  },
  feedback: {
    title: "Feedback that contains the user ID",
    why: "It is on other calls and was given by somebody else.",
  },
  table_rows: {
    title: "Table rows that contain the user ID",
    why: "They do not say which call they come from.",
  },
  object_versions: {
    title: "Versions of objects that contain the user ID or refer to erased calls",
    why: "Prompts, datasets and judges are written by people; delete the versions if they contain data of the user.",
  },
  training_jobs: {
    title: "Training jobs that used erased calls",
    why: "The service keeps the request of a job, and a trained model cannot be made to forget.",
  },
  files: {
    title: "Files that contain the user ID",
    why: "Other calls refer to them, or nothing does.",
  },
  audit_records: {
    title: "Records of the audit log that contain the user ID",
    why: "The audit log is never changed. Its records are removed when they are older than the configured days.",
  },
  other: {
    title: "Other rows that contain the user ID",
    why: "They are not data of traces, for example settings or alerts.",
  },
};

/** The sentences about what an erasure cannot reach. */
export function limitWords({ still_arriving: isArriving }: Pick<ErasureReceipt, "still_arriving">): string[] {
  return [
    "Backups that were made before the erasure ended still contain the data, until they are deleted. After one of them is restored, erase the data again.",
    "What programs send for this user later is new data and is not erased. Stop sending it, or mask the user ID.",
    "Text that was copied without the user ID and without a reference to a call is not found.",
    ...(isArriving ? ["Calls of this user still arrived during the last search. Erase the data again."] : []),
  ];
}
