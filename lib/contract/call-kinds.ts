/** Derived, never stored: running until it ends, then by its own and its descendants' exceptions. */
export const CALL_STATUSES = ["running", "success", "error", "descendant_error"] as const;
export type CallStatus = (typeof CALL_STATUSES)[number];

/** What an operation does. Usage counts on llm and embedding, never on agent and chain, else by the children. */
export const CALL_KINDS = [
  "llm",
  "embedding",
  "agent",
  "chain",
  "tool",
  "retriever",
  "reranker",
  "guardrail",
  "evaluator",
  "prompt",
] as const;
export type CallKind = (typeof CALL_KINDS)[number];

/** The numbers of tokens that a call may tell. */
export const TOKEN_COUNTS = [
  "prompt_tokens",
  "completion_tokens",
  "total_tokens",
  "cached_tokens",
  "cache_write_tokens",
  "reasoning_tokens",
] as const;

/** Minutes that the start of a call may be later than its receipt before its clock is flagged as ahead. */
export const CLOCK_AHEAD_MINUTES = 10;

/** Hours without a word from its trace after which a running call is called stale. */
export const STALE_HOURS = 6;
