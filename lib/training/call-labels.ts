/** Names of the metadata that trajectories taken from calls can be grouped by. */
export const CALL_LABELS = { input: "input_hash", thread: "thread_id", trace: "trace_id" } as const;
