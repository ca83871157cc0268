import type { CallUsage } from "@/lib/contract/calls";
import type { FieldLookup } from "@/lib/cost/usage-fields";
import type { Attributes } from "./any-value";
import { compact, nodeOf } from "./attributes";

/** The values of attributes by their names. */
export function lookupIn(attributes: Attributes): FieldLookup {
  return (field) => nodeOf(attributes, field);
}

/** The usage as one model's entry of a call's `summary.usage`. */
export function summaryUsage(usage: CallUsage): Record<string, unknown> {
  const { cached_tokens, cache_write_tokens, cache_write_1h_tokens, reasoning_tokens, ...counts } = usage;
  return {
    requests: 1,
    ...counts,
    prompt_tokens_details: compact({ cached_tokens, cache_write_tokens, cache_write_1h_tokens }),
    completion_tokens_details: compact({ reasoning_tokens }),
  };
}
