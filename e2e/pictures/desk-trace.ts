import { CITIES, type Topic, TOPICS } from "./desk";
import { OtlpTrace } from "./otlp-spans";

/** One request of a customer. */
export interface Asked {
  topic: Topic;
  question: string;
  answer: string;
  trace: OtlpTrace;
  /** The id of the root call. */
  root: string;
  failed: boolean;
}

const MODELS = ["gpt-5.4-mini", "gpt-5.4-mini", "claude-haiku-4-5"] as const;
const TIMEOUT = "CarrierTimeout: no answer from the carrier within 5 s";
const APOLOGY =
  "I cannot reach the carrier at the moment. I have noted your request and will write to you within the hour.";

const message = (role: string, content: string) => JSON.stringify([{ role, parts: [{ type: "text", content }] }]);

/** A trace of the support agent that begins at a time: it searches policies, asks a model, calls a tool and answers. */
export function deskTrace(random: () => number, startMs: number, carrierIsDown: boolean): Asked {
  const pick = <Item>(items: readonly [Item, ...Item[]] | readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error("There is nothing to pick from");
    return item;
  };
  const topic = random() < 0.4 ? pick(TOPICS.slice(0, 1)) : pick(TOPICS);
  const fill = (
    (order: string, city: string) => (text: string) =>
      text.replaceAll("{order}", order).replaceAll("{city}", city)
  )(String(1000 + Math.floor(random() * 9000)), pick(CITIES));
  const question = fill(pick(topic.questions));
  const failed = topic.tool === "track_parcel" && (carrierIsDown ? random() < 0.7 : random() < 0.02);
  const answer = failed ? APOLOGY : fill(topic.answer);
  const model = pick(MODELS);
  const provider = model.startsWith("gpt") ? "openai" : "anthropic";
  const trace = new OtlpTrace(random);
  let now = startMs;
  const take = (least: number, most: number) => {
    const begin = now;
    now += least + random() * random() * (most - least);
    return { startMs: begin, endMs: now };
  };

  const root = trace.newSpanId();
  const add = (span: Parameters<OtlpTrace["add"]>[0]) => trace.add(span, root);
  const policies = topic.policies.map(([title, text]) => `${title}: ${text}`).join("\n");
  const system = `Answer only from the policies below.\n\n${policies}`;
  const call = JSON.stringify({ order: /\d{4}/.exec(question)?.[0] ?? "unknown" });
  const inputTokens = 420 + Math.floor(random() * 380);
  const asks = {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": provider,
    "gen_ai.request.model": model,
    "gen_ai.request.temperature": 0.2,
    "gen_ai.system_instructions": JSON.stringify([{ type: "text", content: system }]),
  };

  add({
    name: "search_policies",
    ...take(40, 180),
    attributes: {
      "openinference.span.kind": "RETRIEVER",
      "input.value": question,
      "output.value": JSON.stringify(topic.policies.map(([title, text]) => ({ title, text }))),
      "output.mime_type": "application/json",
    },
  });
  add({
    name: `chat ${model}`,
    ...take(350, 1_900),
    attributes: {
      ...asks,
      "gen_ai.input.messages": message("user", question),
      "gen_ai.output.messages": JSON.stringify([
        {
          role: "assistant",
          parts: [{ type: "tool_call", id: "call_1", name: topic.tool, arguments: JSON.parse(call) }],
          finish_reason: "tool_call",
        },
      ]),
      "gen_ai.usage.input_tokens": inputTokens,
      "gen_ai.usage.output_tokens": 18 + Math.floor(random() * 20),
    },
  });
  add({
    name: topic.tool,
    ...(failed ? take(5_000, 5_040) : take(60, 900)),
    attributes: {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": topic.tool,
      "gen_ai.tool.call.arguments": call,
      ...(failed ? {} : { "gen_ai.tool.call.result": fill(JSON.stringify(topic.result)) }),
    },
    ...(failed && { error: TIMEOUT }),
  });
  add({
    name: `chat ${model}`,
    ...take(500, 2_600),
    attributes: {
      ...asks,
      "gen_ai.input.messages": JSON.stringify([
        { role: "user", parts: [{ type: "text", content: question }] },
        {
          role: "assistant",
          parts: [{ type: "tool_call", id: "call_1", name: topic.tool, arguments: JSON.parse(call) }],
        },
        {
          role: "tool",
          parts: [
            {
              type: "tool_call_response",
              id: "call_1",
              response: failed ? TIMEOUT : fill(JSON.stringify(topic.result)),
            },
          ],
        },
      ]),
      "gen_ai.output.messages": message("assistant", answer),
      "gen_ai.usage.input_tokens": inputTokens + 90,
      "gen_ai.usage.output_tokens": Math.ceil(answer.length / 4),
    },
  });
  trace.add({
    id: root,
    name: "answer-customer",
    startMs,
    endMs: now + 12,
    attributes: {
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.agent.name": "answer-customer",
      "gen_ai.input.messages": message("user", question),
      "gen_ai.output.messages": message("assistant", answer),
      "gen_ai.conversation.id": `ticket-${4000 + Math.floor(random() * 180)}`,
      "user.id": `customer-${100 + Math.floor(random() * 60)}`,
      "acme.tier": random() < 0.25 ? "business" : "personal",
      "acme.intent": topic.intent,
    },
  });
  return { topic, question, answer, trace, root, failed };
}
