import { amountOf, type ClientCost, clientCost, outputCost, sumAmounts } from "@/lib/cost/stated-cost";
import type { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";
import type { Attributes } from "./any-value";
import { nodeOf } from "./attributes";
import { plainOutput } from "./dialects/plain";

/** Attributes with a cost in USD, and with its parts, by convention; the first that a span has is used. */
const CONVENTIONS: readonly { total: string; input?: string; output?: string }[] = [
  // LiteLLM
  { total: "gen_ai.cost.total_cost", input: "gen_ai.cost.input_cost", output: "gen_ai.cost.output_cost" },
  // OpenInference
  { total: "llm.cost.total", input: "llm.cost.prompt", output: "llm.cost.completion" },
  // Pydantic AI and Logfire
  { total: "operation.cost" },
  // OpenLIT, Laminar and others
  { total: "gen_ai.usage.cost", input: "gen_ai.usage.input_cost", output: "gen_ai.usage.output_cost" },
];

const LANGFUSE_DETAILS = "langfuse.observation.cost_details";

/** The Vercel AI SDK's JSON of what the provider adds to its response, and where gateways put the cost there. */
const PROVIDER_METADATA = "ai.response.providerMetadata";
const METADATA_PATHS = [
  ["gateway", "cost"],
  ["openrouter", "usage", "cost"],
];

/** What a span says that its call cost: in an attribute of a known convention, or in the provider's response. */
export function spanCost(attributes: Attributes, output: JsonText | undefined): ClientCost | undefined {
  return (
    langfuseCost(nodeOf(attributes, LANGFUSE_DETAILS)) ??
    conventionalCost(attributes) ??
    metadataCost(attributes) ??
    outputCost(plainOutput(attributes)) ??
    outputCost(output)
  );
}

function conventionalCost(attributes: Attributes): ClientCost | undefined {
  const amount = (key: string | undefined) => (key === undefined ? undefined : amountOf(nodeOf(attributes, key)));
  for (const { total, input, output } of CONVENTIONS) {
    const cost = clientCost(total, { total: amount(total), input: amount(input), output: amount(output) });
    if (cost) return cost;
  }
  return undefined;
}

/** `input`, `output`, `total` and parts by free names; without a total, Langfuse adds up all of them. */
function langfuseCost(details: JsonNode | undefined): ClientCost | undefined {
  const amounts = new Map([...(details?.entries() ?? [])].map(([name, amount]) => [name, amountOf(amount)]));
  return clientCost(LANGFUSE_DETAILS, {
    total: amounts.get("total") ?? sumAmounts([...amounts.values()]),
    input: amounts.get("input"),
    output: amounts.get("output"),
  });
}

function metadataCost(attributes: Attributes): ClientCost | undefined {
  const metadata = nodeOf(attributes, PROVIDER_METADATA);
  for (const path of METADATA_PATHS) {
    const total = amountOf(metadata?.at(path));
    if (total !== undefined) return clientCost(`${PROVIDER_METADATA}.${path.join(".")}`, { total });
  }
  return undefined;
}
