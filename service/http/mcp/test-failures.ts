import type { SeededCall } from "./test-traces";

/** The instructions of a model, about as long as those of real agents. */
const INSTRUCTIONS = Array.from(
  { length: 24 },
  (_, at) =>
    `${at + 1}. Before you answer question type ${at + 1}, look up the facts with the tools that you have, cite what they return, and never promise a refund, a date or a discount which no tool has confirmed.`,
).join("\n");

const TOOLS = ["lookup_order", "search_articles", "create_ticket", "refund", "translate", "notify"].map((name) => ({
  type: "function",
  function: {
    name,
    description: `Use ${name} when the customer asks for it, or when another tool says that it is needed.`,
    parameters: {
      type: "object",
      properties: {
        order_id: { type: "string", description: "The whole ID of an order, with its region, such as A-10000-US" },
        query: { type: "string", description: "What to look for, in the language of the customer" },
      },
    },
  },
}));

type Message = { role: string; content: string; tool_calls?: unknown };

/** A call of a model with the whole conversation so far, as chat models get it. */
export function modelCall(
  messages: readonly Message[],
  answer: Partial<Message>,
  more: Partial<SeededCall> = {},
): SeededCall {
  const input = { messages: [{ role: "system", content: INSTRUCTIONS }, ...messages], tools: TOOLS, temperature: 0.2 };
  const prompt = Math.ceil(JSON.stringify(input).length / 4);
  const message = { role: "assistant", content: "", ...answer };
  return {
    name: "chat",
    kind: "LLM",
    model: "gpt-4o-mini",
    tokens: [prompt, 40],
    ms: 900,
    input,
    output: { choices: [{ index: 0, message, finish_reason: message.tool_calls ? "tool_calls" : "stop" }] },
    ...more,
  };
}

export function toolCall(name: string, input: unknown, output: unknown, more: Partial<SeededCall> = {}): SeededCall {
  return { name, kind: "TOOL", input, output, ms: 120, ...more };
}

/** Steps of an agent: each asks the model, which calls a tool; the conversation grows with both. */
export function steps(
  question: string,
  calls: readonly { tool: string; input: unknown; output: unknown; more?: Partial<SeededCall> }[],
  final: string,
  model: Partial<SeededCall> = {},
): SeededCall[] {
  const messages: Message[] = [{ role: "user", content: question }];
  const made: SeededCall[] = [];
  for (const { tool, input, output, more } of calls) {
    const asked = { tool_calls: [{ type: "function", function: { name: tool, arguments: JSON.stringify(input) } }] };
    made.push(modelCall(messages, asked, model), toolCall(tool, input, output, more));
    messages.push({ role: "assistant", content: "", ...asked }, { role: "tool", content: JSON.stringify(output) });
  }
  return [...made, modelCall(messages, { content: final }, model)];
}

export function agentRun(
  question: string,
  answer: string,
  calls: readonly SeededCall[],
  more: Partial<SeededCall> = {},
): SeededCall {
  return {
    name: "support_agent",
    kind: "AGENT",
    input: { question },
    output: { answer },
    ms: 10,
    calls,
    ...more,
  };
}

/** An article of a knowledge base. */
export const article = (at: number) => ({
  id: `article-${at}`,
  title: `How to handle case ${at}`,
  text: `Article ${at}. `.concat(
    "When a customer writes about this case, check the order, its region and its date. ".repeat(6),
  ),
});

/** Successful look-ups of an agent that has much to do. */
export const lookups = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => ({
    tool: "search_articles",
    input: { query: `case ${from + at}` },
    output: { articles: [article(from + at), article(from + at + 1)] },
  }));
