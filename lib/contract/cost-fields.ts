/** The fields of a price, in the order of a record. */
export const COST_FIELDS = [
  "id",
  "llm_id",
  "prompt_token_cost",
  "completion_token_cost",
  "prompt_token_cost_unit",
  "completion_token_cost_unit",
  "effective_date",
  "provider_id",
  "cache_read_input_token_cost",
  "cache_creation_input_token_cost",
  "pricing_level",
  "source",
  "source_date",
  "created_at",
  "created_by",
] as const;
