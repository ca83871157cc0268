/** Derived, never stored: running until the call ends, then from its own exception and those of its descendants. */
export const CALL_STATUSES = ["running", "success", "error", "descendant_error"] as const;
export type CallStatus = (typeof CALL_STATUSES)[number];

/**
 * The kind of an op. Tokens count on llm and embedding, never on agent and chain; on other kinds only if no child has
 * tokens.
 */
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

/** Whether calls of a kind are requests to a model, which have parameters. */
export const takesParameters = (kind: CallKind | undefined) => kind === "llm" || kind === "embedding";

/** The token counts that a call may report. */
export const TOKEN_COUNTS = [
  "prompt_tokens",
  "completion_tokens",
  "total_tokens",
  "cached_tokens",
  "cache_write_tokens",
  "cache_write_1h_tokens",
  "reasoning_tokens",
] as const;

/** How a provider serves a request where that has prices of its own; what it calls standard or default is none of them. */
export const SERVICE_TIERS = ["batch", "flex", "priority"] as const;

/** Lengths of prompts, in tokens, above which providers charge other prices. */
export const PROMPT_LIMITS = [32_000, 100_000, 128_000, 200_000, 256_000, 272_000] as const;

/** Minutes by which the start of a call may be later than its receipt before its clock is flagged as ahead. */
export const CLOCK_AHEAD_MINUTES = 10;

/** Hours without any update of its trace after which a running call is called stale. */
export const STALE_HOURS = 6;
