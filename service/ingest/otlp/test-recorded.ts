import { readFileSync } from "node:fs";
import path from "node:path";
import { DEFAULT_PRICES } from "@/lib/cost/default-prices";
import { deriveCosts } from "@/lib/cost/derive";
import { PriceBook } from "@/lib/cost/price-book";
import { writeJson } from "@/lib/json/text";
import { type ChatMessage, readConversation } from "@/lib/trace/conversation";
import { readExceptions } from "@/lib/trace/exceptions";
import { isAvailable, type MediaPart } from "@/lib/trace/message-media";
import type { MessagePart } from "@/lib/trace/message-parts";
import { decodeExport } from "./decode-export";
import { toCallWrite } from "./span-to-call";

const prices = new PriceBook(DEFAULT_PRICES);

/**
 * For tests: spans that an SDK sent, read as calls, with what the call page makes of each. A file has one span of a
 * recorded request in a line, with its scope; paths and host names in them are shortened.
 */
export function recordedCalls(name: string, language: "python" | "javascript" = "python") {
  const file = path.join(import.meta.dirname, "fixtures", language, `${name}.jsonl`);
  return readFileSync(file, "utf8").trimEnd().split("\n").map(callOf);
}

function callOf(line: string) {
  const { scope, span } = JSON.parse(line);
  const body = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ scope, spans: [span] }] }] });
  const [group] = decodeExport(Buffer.from(body), "json");
  const [only] = group?.spans ?? [];
  if (!group || !only) throw new Error("a line has a span");
  const write = toCallWrite(only, group, "local/demo");
  const { inputs, output, exception, attributes, usage, model, started_at = "" } = write;
  if (!attributes) throw new Error("a span has attributes");
  const chat = readConversation(inputs, output);
  return {
    call: JSON.parse(writeJson(write)),
    /** The conversation as one text for each message. */
    chat: chat && { input: chat.input.map(shown), output: chat.output.map(shown) },
    exceptions: readExceptions({ exception, attributes }),
    /** In dollars, at the default prices. */
    cost:
      usage && model !== undefined
        ? deriveCosts(new Map([[model, usage]]), (llm) => prices.priceOf(llm, started_at)).get(model)?.total_cost?.USD
        : undefined,
  };
}

const shown = ({ role, parts }: ChatMessage) => `${role}: ${parts.map(shownPart).join(" | ")}`;

function shownPart(part: MessagePart): string {
  switch (part.type) {
    case "text":
      return part.text;
    case "tool_call":
      return `${part.name}(${part.arguments})`;
    case "tool_result":
      return `result ${part.parts?.map(shownPart).join(" | ") ?? part.text ?? part.json}`;
    case "media":
      return mediaWords(part);
    case "json":
      return part.json;
    default:
      return `[${part.type}] ${part.text}`;
  }
}

/** Its name, and what is sent in place of a file in parentheses. */
function mediaWords(part: MediaPart): string {
  const instead = isAvailable(part) ? undefined : (part.text ?? part.url ?? "nothing");
  return [part.medium, part.name ?? part.fileId, instead && `(${instead})`].filter(Boolean).join(" ");
}
