import type { AuditDetails, AuditRecord } from "@/lib/contract/audit";
import type { AuditKind, AuditOutcome } from "@/lib/contract/audit-kinds";

/** What the actions of the audit log are called, by kind. */
const WORDS: Record<AuditKind, Readonly<Record<string, string>>> = {
  change: {
    keysCreate: "Create key",
    keysRevoke: "Revoke key",
    peopleSignIn: "Sign in",
    peopleSignOut: "Sign out",
    peopleProviderSignOut: "Sign out at the provider",
    peopleUpdate: "Change person",
    invitationsCreate: "Invite person",
    invitationsRevoke: "Revoke invitation",
    invitationsAccept: "Accept invitation",
    projectSettingsUpdate: "Change project settings",
    maskingRulesSet: "Change masking rules",
    erasureCreate: "Erase data of a user",
    retentionSet: "Change retention",
    connectionsCreate: "Add model server",
    connectionsUpdate: "Change model server",
    connectionsDelete: "Delete model server",
    connectionsTest: "Test model server",
    costCreate: "Add prices",
    costPurge: "Remove prices",
    objCreate: "Publish version",
    objDelete: "Delete versions",
    objLabelsSet: "Move label",
    tableCreate: "Store table",
    tableUpdate: "Store changed table",
    callUpdate: "Rename call",
    callsDelete: "Delete calls",
    callsRestore: "Restore calls",
    feedbackCreate: "Add feedback",
    feedbackBatchCreate: "Add feedback to several",
    feedbackReplace: "Replace feedback",
    feedbackPurge: "Remove feedback",
    alertCreate: "Create alert",
    alertUpdate: "Change alert",
    alertDelete: "Delete alert",
    alertMute: "Mute alert",
    alertTest: "Test alert",
    experimentCreate: "Start experiment",
    experimentUpdate: "Change experiment",
    scoringCreate: "Create scoring rule",
    scoringUpdate: "Change scoring rule",
    scoringDelete: "Delete scoring rule",
    scoringBackfill: "Start backfill",
    workTakeOver: "Take over",
    trainedModelCreate: "Create trainable model",
    trainedModelDelete: "Delete trainable model",
    checkpointsDelete: "Delete checkpoints",
    trainingJobCreate: "Create training job",
    trainingJobCancel: "Cancel training job",
    trainingJobTestTable: "Set test table",
    trainingRunnerSet: "Set up training runner",
    trainingRunnerRemove: "Remove training runner",
    trainingRunnerTest: "Test training runner",
    langfusePromptCreate: "Publish prompt (Langfuse)",
    langfusePromptLabels: "Move prompt labels (Langfuse)",
    langfuseDatasetCreate: "Create dataset (Langfuse)",
    langfuseDatasetItemCreate: "Add dataset row (Langfuse)",
    "retention expire": "Delete old traces",
    "admin erase": "Erase project",
    "admin expire": "Delete old calls",
    "admin restore": "Restore backup",
    "admin rotate-secret": "Replace encryption secret",
  },
  export: {
    callsStreamQuery: "Export calls",
    threadsStreamQuery: "Export threads",
    feedbackQuery: "Export feedback",
    objsQuery: "Export objects",
    tableQuery: "Export table",
    trainingJobBody: "Export training job",
    checkpointFiles: "Download checkpoint",
    auditExport: "Export audit log",
    "admin backup": "Back up",
  },
};

/** The known actions of a kind, by their words. */
export function auditActions(kind: AuditKind): { value: string; label: string }[] {
  return Object.entries(WORDS[kind])
    .map(([value, label]) => ({ value, label }))
    .toSorted((a, b) => a.label.localeCompare(b.label, "en"));
}

/** What an action is called; one that a newer service has is shown as it is. */
export function actionWords({ kind, action }: Pick<AuditRecord, "kind" | "action">): string {
  return WORDS[kind][action] ?? action;
}

export const OUTCOME_WORDS: Record<AuditOutcome, string> = {
  done: "Done",
  refused: "Refused",
  failed: "Failed",
  unknown: "Unknown",
};

/** Who did it: the owner of the key, or the user of the machine where a command was run. */
export function authorWords({ owner, target }: Pick<AuditRecord, "owner" | "target">): string {
  if (owner !== undefined) return owner;
  return [target["user"], target["machine"]].filter((part) => part !== undefined).join(" on ");
}

const FIELD_WORDS: Readonly<Record<string, string>> = {
  id: "ID",
  ids: "IDs",
  object_id: "Object",
  object_ids: "Objects",
  call_id: "Call",
  call_ids: "Calls",
  trace_ids: "Traces",
  thread_ids: "Threads",
  feedback_id: "Feedback",
  feedback_type: "Feedback type",
  core_ref: "Target",
  annotation_ref: "Annotation",
  scorer_ref: "Scorer",
  prompt_ref: "Prompt",
  model_id: "Model",
  base_model: "Base model",
  base_digest: "Base table",
  table_digest: "Table",
  test_table_ref: "Test table",
  base_url: "Address",
  newLabels: "Labels",
  datasetName: "Dataset",
  datasetId: "Dataset",
  num_deleted: "Deleted calls and versions",
  num_restored: "Restored calls",
  purged: "Removed",
  refused: "Rejected items",
  replaced: "Before",
  cost_basis: "Cost basis",
  main_currency: "Main currency",
  budget_usd: "Budget in USD",
  email: "E-mail address",
  turned_off: "Turned off",
  keys_revoked: "Revoked keys",
  protect_labels: "Protected labels",
  keep_days: "Keep traces for days",
  keep_queued: "Keep traces in annotation queues",
  keep_in_tables: "Keep traces in tables",
  keep_annotated: "Keep annotated traces",
  unprotect_labels: "Labels no longer protected",
};

/** The name of a detail of a record. */
export function fieldWords(field: string): string {
  const [, side, changed] = /^(before|after)_(.+)$/.exec(field) ?? [];
  if (changed !== undefined) return `${fieldWords(changed)} ${side}`;
  return FIELD_WORDS[field] ?? field.charAt(0).toUpperCase() + field.slice(1).replaceAll("_", " ");
}

/** Details of a record in one line. */
export function detailsLine(details: AuditDetails): string {
  return Object.entries(details)
    .map(([field, text]) => `${fieldWords(field)}: ${text}`)
    .join(" · ");
}
