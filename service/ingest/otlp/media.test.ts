import { expect, it } from "vitest";

import { JsonText } from "@/lib/json/text";
import { readConversation } from "@/lib/trace/conversation";
import type { MessagePart } from "@/lib/trace/message-parts";

import { callOf } from "./test-call";
import type { TestSpan } from "./test-export";

const PNG = "iVBORw0KGgoAAAANSUhEUg==";
const PNG_URL = `data:image/png;base64,${PNG}`;
const WEB = "https://example.com/cat.png";

/** The parts of the input as the call page shows them. */
function shownOf(span: TestSpan): string[] {
  const { inputs } = callOf(span);
  const chat = readConversation(new JsonText(JSON.stringify(inputs)), undefined);
  return chat?.input.flatMap(({ parts }) => parts.map(shown)) ?? [];
}

function shown(part: MessagePart): string {
  if (part.type === "text") return part.text;
  if (part.type === "tool_result") return `result ${(part.parts ?? []).map(shown).join(" ")}`;
  if (part.type !== "media") return part.type;
  const { medium, name, url, file, fileId, text } = part;
  return [medium, name, file ?? url ?? fileId, text].filter(Boolean).join(" ");
}

const genAi = (...parts: object[]): TestSpan["attributes"] => ({
  "gen_ai.operation.name": "chat",
  "gen_ai.input.messages": JSON.stringify([{ role: "user", parts }]),
});
/** OpenInference's attributes of one message, by their names after the message's. */
const openInference = (members: Record<string, string>): TestSpan["attributes"] => ({
  "openinference.span.kind": "LLM",
  "llm.input_messages.0.message.role": "user",
  ...Object.fromEntries(
    Object.entries(members).map(([name, value]) => [`llm.input_messages.0.message.contents.${name}`, value]),
  ),
});

it.each<[string, TestSpan, string[]]>([
  [
    "OpenTelemetry's parts",
    {
      attributes: genAi(
        { type: "text", content: "see" },
        { type: "blob", modality: "image", mime_type: "image/png", content: PNG },
        { type: "uri", modality: "image", uri: WEB },
        { type: "file", modality: "document", mime_type: "application/pdf", file_id: "file-1" },
      ),
    },
    ["see", `image ${PNG_URL}`, `image ${WEB}`, "file file-1"],
  ],
  [
    "ADK's parts",
    {
      attributes: genAi(
        { type: "blob", mime_type: "image/png", data: PNG },
        { type: "file_data", uri: "gs://b/a.pdf" },
      ),
    },
    [`image ${PNG_URL}`, "file gs://b/a.pdf"],
  ],
  [
    "Strands' parts, whose bytes are left out",
    { attributes: genAi({ type: "image", content: { format: "png", source: { bytes: "<replaced>" } } }) },
    ["image <replaced>"],
  ],
  [
    "Traceloop's older attributes",
    {
      attributes: {
        "llm.request.type": "chat",
        "gen_ai.prompt.0.role": "user",
        "gen_ai.prompt.0.content": JSON.stringify([
          { type: "text", text: "see" },
          { type: "image_url", image_url: { url: PNG_URL } },
          { type: "input_audio", input_audio: { data: "AAAA", format: "wav" } },
          { type: "file", file: { file_id: "file-1" } },
        ]),
      },
    },
    ["see", `image ${PNG_URL}`, "audio data:audio/wav;base64,AAAA", "file file-1"],
  ],
  [
    "OpenInference",
    {
      attributes: openInference({
        "0.message_content.type": "text",
        "0.message_content.text": "see",
        "1.message_content.type": "image",
        "1.message_content.image.image.url": PNG_URL,
        "2.message_content.type": "audio",
        "2.message_content.audio.audio.url": "https://example.com/a.wav",
        "2.message_content.audio.audio.transcript": "hello",
        "3.message_content.type": "document",
        "3.message_content.document.document.name": "a.pdf",
        "3.message_content.document.document.id": "file-1",
        "4.message_content.type": "image",
        "4.message_content.image.image.url": "__REDACTED__",
      }),
    },
    ["see", `image ${PNG_URL}`, "audio https://example.com/a.wav hello", "file a.pdf file-1", "image __REDACTED__"],
  ],
  [
    "OpenInference's JSON of Anthropic's documents",
    {
      attributes: openInference({
        "0.message_content.type": "document",
        "0.message_content.text": JSON.stringify({
          type: "document",
          title: "Terms",
          source: { type: "base64", media_type: "application/pdf", data: "__REDACTED__" },
        }),
      }),
    },
    ["file Terms __REDACTED__"],
  ],
  [
    "LangChain's messages in OpenInference's input",
    {
      attributes: {
        "openinference.span.kind": "CHAIN",
        "input.value": JSON.stringify({
          messages: [{ type: "human", data: { content: [{ type: "image", base64: PNG, mime_type: "image/png" }] } }],
        }),
      },
    },
    [`image ${PNG_URL}`],
  ],
  [
    "the AI SDK",
    {
      attributes: {
        "ai.operationId": "ai.generateText.doGenerate",
        "ai.prompt.messages": JSON.stringify([
          {
            role: "user",
            content: [
              { type: "file", data: PNG, mediaType: "image/png" },
              { type: "file", data: "JVBERi0xLjcK", mediaType: "application/pdf", filename: "a.pdf" },
            ],
          },
        ]),
      },
    },
    [`image ${PNG_URL}`, "file a.pdf data:application/pdf;base64,JVBERi0xLjcK"],
  ],
  [
    "Langfuse",
    {
      attributes: {
        "langfuse.observation.type": "generation",
        "langfuse.observation.input": JSON.stringify([
          {
            role: "user",
            content: [
              { type: "input_image", file_id: "file-1" },
              { type: "input_file", file_url: WEB },
            ],
          },
        ]),
      },
    },
    ["image file-1", `file ${WEB}`],
  ],
  [
    "Pydantic AI",
    {
      attributes: {
        "gen_ai.operation.name": "invoke_agent",
        "pydantic_ai.all_messages": JSON.stringify([
          {
            role: "user",
            parts: [
              { type: "text", content: "see" },
              { type: "image-url", url: WEB },
            ],
          },
          { role: "user", parts: [{ type: "binary", media_type: "image/png", content: PNG }] },
        ]),
      },
    },
    ["see", `image ${WEB}`, `image ${PNG_URL}`],
  ],
  [
    "what a tool returned",
    {
      attributes: genAi({
        type: "tool_call_response",
        id: "t",
        response: [
          { type: "text", text: "a" },
          { type: "image", source: { type: "base64", media_type: "image/png", data: PNG } },
        ],
      }),
    },
    [`result a image ${PNG_URL}`],
  ],
  [
    "events of a model call",
    {
      attributes: { "gen_ai.operation.name": "chat" },
      events: [
        {
          name: "gen_ai.user.message",
          attributes: {
            content: JSON.stringify([{ text: "see" }, { image: { format: "png", source: { bytes: PNG } } }]),
          },
        },
      ],
    },
    ["see", `image ${PNG_URL}`],
  ],
])("media of %s", (_from, span, expected) => expect(shownOf(span)).toEqual(expected));
