import type { JsonNode } from "@/lib/json/node";

export interface TokenView {
  token: string;
  /** Natural logarithm; -Infinity when the server gives none. */
  logprob: number;
  /** The most likely tokens at this position, most likely first; the sampled one may be among them. */
  alternatives: { token: string; logprob: number }[];
}

/** One entry of `logprobs.content`. */
export function readToken(node: JsonNode): TokenView {
  const alternatives = [...(node.get("top_logprobs")?.items() ?? [])].map(readOne);
  return { ...readOne(node), alternatives: alternatives.toSorted((a, b) => b.logprob - a.logprob) };
}

function readOne(node: JsonNode): { token: string; logprob: number } {
  return {
    token: node.get("token")?.string() ?? "",
    logprob: node.get("logprob")?.number() ?? Number.NEGATIVE_INFINITY,
  };
}

/** How likely the token was, from 4 (more than 90%) to 0 (less than 5%): the steps of the heat map. */
export function certaintyOf(logprob: number): 0 | 1 | 2 | 3 | 4 {
  const probability = Math.exp(logprob);
  if (probability >= 0.9) return 4;
  if (probability >= 0.6) return 3;
  if (probability >= 0.25) return 2;
  return probability >= 0.05 ? 1 : 0;
}

/** The perplexity of an answer: the average number of equally likely tokens to choose from. */
export function perplexityOf(tokens: readonly TokenView[]): number | undefined {
  const finite = tokens.filter(({ logprob }) => Number.isFinite(logprob));
  if (finite.length === 0) return undefined;
  return Math.exp(-finite.reduce((sum, { logprob }) => sum + logprob, 0) / finite.length);
}
