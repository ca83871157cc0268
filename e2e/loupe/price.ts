/** A price of tokens that is easy to multiply by, in dollars. */
export const PRICE = {
  prompt_token_cost: 0.001,
  completion_token_cost: 0.01,
  prompt_token_cost_unit: "USD",
  completion_token_cost_unit: "USD",
};
