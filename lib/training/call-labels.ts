/** Metadata names by which trajectories from calls can be grouped. */
export const CALL_LABELS = { input: "input_hash", thread: "thread_id", trace: "trace_id" } as const;
