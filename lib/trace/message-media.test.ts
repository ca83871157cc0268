import { describe, expect, it, test } from "vitest";

import { JsonNode } from "@/lib/json/node";
import { JsonText } from "@/lib/json/text";

import { readConversation } from "./conversation";
import { type MessagePart, readParts } from "./message-parts";

const PNG = "iVBORw0KGgoAAAANSUhEUg==";
const PNG_URL = `data:image/png;base64,${PNG}`;
const PDF = "JVBERi0xLjcK";
const WAV = "UklGRiQAAABXQVZFZm10IA==";
const WEB = "https://example.com/cat.png";

/** What a person sees of a part. */
function shown(part: MessagePart): string {
  if (part.type === "tool_result") return `result(${(part.parts ?? []).map(shown).join(" | ")})`;
  if (part.type === "json") return `json ${part.json}`;
  if (part.type !== "media") return "text" in part ? part.text : part.type;
  const { medium, mediaType, name, url, file, fileId, text } = part;
  const words = [medium, mediaType, name && `"${name}"`, url, file && `stored ${file}`, fileId && `id ${fileId}`];
  return [...words, text && `text ${text}`].filter(Boolean).join(" ");
}

const partsOf = (message: object) => readParts(JsonNode.parse(JSON.stringify(message))).map(shown);

/** A part of a message by who sends it, and what it is. */
const parts: [string, object, string][] = [
  // OpenAI's chat completions, which LiteLLM and the OpenTelemetry instrumentations also pass on.
  ["OpenAI: image by URL", { type: "image_url", image_url: { url: WEB, detail: "low" } }, `image ${WEB}`],
  ["OpenAI: embedded image", { type: "image_url", image_url: { url: PNG_URL } }, `image image/png ${PNG_URL}`],
  [
    "OpenAI: audio",
    { type: "input_audio", input_audio: { data: WAV, format: "wav" } },
    `audio audio/wav data:audio/wav;base64,${WAV}`,
  ],
  [
    "OpenAI: embedded file",
    { type: "file", file: { filename: "a.pdf", file_data: `data:application/pdf;base64,${PDF}` } },
    `file application/pdf "a.pdf" data:application/pdf;base64,${PDF}`,
  ],
  ["OpenAI: file by ID", { type: "file", file: { file_id: "file-abc" } }, "file id file-abc"],
  [
    "vLLM: video",
    { type: "video_url", video_url: { url: "https://example.com/a.mp4" } },
    "video https://example.com/a.mp4",
  ],
  // OpenAI's responses.
  ["Responses: image by URL", { type: "input_image", image_url: WEB, detail: "auto" }, `image ${WEB}`],
  ["Responses: image by ID", { type: "input_image", image_url: null, file_id: "file-1" }, "image id file-1"],
  ["Responses: file by ID", { type: "input_file", file_id: "file-1" }, "file id file-1"],
  [
    "Responses: file by URL",
    { type: "input_file", file_url: "https://example.com/a.pdf" },
    "file https://example.com/a.pdf",
  ],
  [
    "Responses: embedded file without a type",
    { type: "input_file", filename: "a.pdf", file_data: PDF },
    `file application/pdf "a.pdf" data:application/pdf;base64,${PDF}`,
  ],
  [
    "Responses: generated image",
    { type: "image_generation_call", id: "ig_1", status: "completed", output_format: "webp", result: "UklGRg==" },
    "image image/webp data:image/webp;base64,UklGRg==",
  ],
  // Anthropic.
  [
    "Anthropic: embedded image",
    { type: "image", source: { type: "base64", media_type: "image/png", data: PNG } },
    `image image/png ${PNG_URL}`,
  ],
  ["Anthropic: image by URL", { type: "image", source: { type: "url", url: WEB } }, `image ${WEB}`],
  ["Anthropic: image by ID", { type: "image", source: { type: "file", file_id: "file_01" } }, "image id file_01"],
  [
    "Anthropic: PDF",
    { type: "document", title: "Terms", source: { type: "base64", media_type: "application/pdf", data: PDF } },
    `file application/pdf "Terms" data:application/pdf;base64,${PDF}`,
  ],
  [
    "Anthropic: document as text",
    { type: "document", title: "Terms", source: { type: "text", media_type: "text/plain", data: "Be kind" } },
    'file text/plain "Terms" text Be kind',
  ],
  [
    "Anthropic: document as parts",
    { type: "document", source: { type: "content", content: [{ type: "text", text: "Be kind" }] } },
    "file text Be kind",
  ],
  // Google's GenAI and ADK.
  [
    "Gemini: embedded image",
    { inline_data: { mime_type: "image/png", data: "iVBORw0KGgo-_w==" } },
    "image image/png data:image/png;base64,iVBORw0KGgo-_w==",
  ],
  [
    "Gemini: in camel case",
    { inlineData: { mimeType: "audio/wav", data: WAV } },
    `audio audio/wav data:audio/wav;base64,${WAV}`,
  ],
  [
    "Gemini: file by URI",
    { fileData: { mimeType: "video/mp4", fileUri: "gs://bucket/a.mp4" } },
    "video video/mp4 gs://bucket/a.mp4",
  ],
  ["ADK: blob", { type: "blob", mime_type: "image/png", data: PNG }, `image image/png ${PNG_URL}`],
  [
    "ADK: file",
    { type: "file_data", mime_type: "application/pdf", uri: "gs://b/a.pdf" },
    "file application/pdf gs://b/a.pdf",
  ],
  // OpenTelemetry's GenAI parts, also Traceloop's and Pydantic AI's.
  [
    "GenAI: blob",
    { type: "blob", modality: "image", mime_type: "image/png", content: PNG },
    `image image/png ${PNG_URL}`,
  ],
  ["GenAI: blob without a type", { type: "blob", modality: "image", content: PNG }, `image image/png ${PNG_URL}`],
  ["GenAI: uri", { type: "uri", modality: "image", mime_type: null, uri: WEB }, `image ${WEB}`],
  ["GenAI: uri with the image itself", { type: "uri", modality: "image", uri: PNG_URL }, `image image/png ${PNG_URL}`],
  ["GenAI: file", { type: "file", modality: "image", file_id: "file-1" }, "image id file-1"],
  [
    "Pydantic AI: URL, earlier versions",
    { type: "document-url", url: "https://e.com/a.pdf" },
    "file https://e.com/a.pdf",
  ],
  ["Pydantic AI: binary", { type: "binary", media_type: "image/png", content: PNG }, `image image/png ${PNG_URL}`],
  ["Pydantic AI: content left out", { type: "blob", modality: "image", mime_type: "image/png" }, "image image/png"],
  ["Pydantic AI: as a message", { kind: "image-url", url: WEB }, `image ${WEB}`],
  // OpenInference, as it is unflattened.
  ["OpenInference: image", { type: "image", image: { image: { url: PNG_URL } } }, `image image/png ${PNG_URL}`],
  ["OpenInference: image left out", { type: "image", image: { image: { url: "__REDACTED__" } } }, "image __REDACTED__"],
  [
    "OpenInference: audio",
    { type: "audio", audio: { audio: { url: "https://e.com/a.wav", mime_type: "audio/wav", transcript: "hi" } } },
    "audio audio/wav https://e.com/a.wav text hi",
  ],
  ["OpenInference: video", { type: "video", video: { video: { url: "s3://b/a.mp4" } } }, "video s3://b/a.mp4"],
  [
    "OpenInference: document",
    { type: "document", document: { document: { id: "file-9", name: "a.pdf", mime_type: "application/pdf" } } },
    'file application/pdf "a.pdf" id file-9',
  ],
  [
    "OpenInference: a part as JSON",
    { type: "document", text: '{"type": "document", "source": {"type": "url", "url": "https://e.com/a.pdf"}}' },
    "file https://e.com/a.pdf",
  ],
  // LangChain's content blocks.
  [
    "LangChain v0: embedded",
    { type: "image", source_type: "base64", mime_type: "image/png", data: PNG },
    `image image/png ${PNG_URL}`,
  ],
  ["LangChain v0: URL", { type: "audio", source_type: "url", url: "https://e.com/a.mp3" }, "audio https://e.com/a.mp3"],
  ["LangChain v0: ID", { type: "file", source_type: "id", id: "file-7" }, "file id file-7"],
  [
    "LangChain v0: text",
    { type: "file", source_type: "text", mime_type: "text/plain", text: "hi" },
    "file text/plain text hi",
  ],
  ["LangChain v1: embedded", { type: "image", base64: PNG, mime_type: "image/png" }, `image image/png ${PNG_URL}`],
  ["LangChain v1: ID", { type: "file", file_id: "file-7", id: "lc_1" }, "file id file-7"],
  ["LangChain v1: text", { type: "text-plain", text: "hi", mime_type: "text/plain" }, "file text/plain text hi"],
  [
    "LangChain for Gemini",
    { type: "media", mime_type: "application/pdf", file_uri: "gs://b/a" },
    "file application/pdf gs://b/a",
  ],
  // Vercel's AI SDK.
  ["AI SDK: image by URL", { type: "image", image: WEB }, `image ${WEB}`],
  ["AI SDK: embedded image", { type: "image", image: PNG, mediaType: "image/png" }, `image image/png ${PNG_URL}`],
  [
    "AI SDK: image as bytes",
    { type: "image", image: { type: "Buffer", data: [137, 80, 78, 71, 13, 10, 26, 10] } },
    "image image/png data:image/png;base64,iVBORw0KGgo=",
  ],
  [
    "AI SDK: file",
    { type: "file", data: PDF, mediaType: "application/pdf", filename: "a.pdf" },
    `file application/pdf "a.pdf" data:application/pdf;base64,${PDF}`,
  ],
  ["AI SDK: file of a chat", { type: "file", mediaType: "image/png", url: WEB }, `image image/png ${WEB}`],
  // Bedrock's Converse, and Strands.
  ["Bedrock: image", { image: { format: "png", source: { bytes: PNG } } }, `image image/png ${PNG_URL}`],
  [
    "Bedrock: S3",
    { video: { format: "mp4", source: { s3Location: { uri: "s3://b/a.mp4" } } } },
    "video video/mp4 s3://b/a.mp4",
  ],
  [
    "Bedrock: document",
    { document: { format: "pdf", name: "Terms", source: { bytes: PDF } } },
    `file application/pdf "Terms" data:application/pdf;base64,${PDF}`,
  ],
  [
    "Strands: image left out",
    { type: "image", content: { format: "png", source: { bytes: "<replaced>" } } },
    "image image/png <replaced>",
  ],
  // LlamaIndex.
  [
    "LlamaIndex: image",
    { block_type: "image", image: PNG, image_mimetype: "image/png", url: null },
    `image image/png ${PNG_URL}`,
  ],
  [
    "LlamaIndex: audio",
    { block_type: "audio", audio: WAV, format: "wav" },
    `audio audio/wav data:audio/wav;base64,${WAV}`,
  ],
  [
    "LlamaIndex: document",
    { block_type: "document", data: PDF, title: "Terms", document_mimetype: "application/pdf" },
    `file application/pdf "Terms" data:application/pdf;base64,${PDF}`,
  ],
  // Weave's own type, and the Model Context Protocol.
  [
    "Weave: image",
    { _type: "CustomWeaveType", weave_type: { type: "PIL.Image.Image" }, files: { "image.png": "D1" } },
    "image image/png stored D1",
  ],
  [
    "Weave: content of any type",
    { _type: "CustomWeaveType", weave_type: { type: "Content" }, files: { "metadata.json": "D0", content: "D1" } },
    "file stored D1",
  ],
  ["MCP: image", { type: "image", data: PNG, mimeType: "image/png" }, `image image/png ${PNG_URL}`],
  [
    "MCP: resource",
    { type: "resource", resource: { uri: "file:///a.txt", mimeType: "text/plain", text: "hi" } },
    "file text/plain file:///a.txt text hi",
  ],
  [
    "Traceloop for LangChain: a part as JSON in a text",
    { type: "text", content: JSON.stringify({ type: "file", filename: "a.pdf", source_type: "base64", data: PDF }) },
    `file application/pdf "a.pdf" data:application/pdf;base64,${PDF}`,
  ],
  ["JSON that is no file", { type: "text", text: '{"type":"file","name":"a"}' }, '{"type":"file","name":"a"}'],
  ["Anthropic's own spans: content left out", { type: "anthropic_image" }, "image"],
  [
    "a date of Weave, which is no file",
    { _type: "CustomWeaveType", files: { "obj.py": "D1" } },
    'json {"_type":"CustomWeaveType","files":{"obj.py":"D1"}}',
  ],
];

it.each(parts)("%s", (_from, part, expected) => {
  const message = { role: "user", content: ["before", part, { type: "text", text: "after" }] };
  expect(partsOf(message)).toEqual(["before", expected, "after"]);
});

describe("media beside the content of a message", () => {
  it.each([
    ["Ollama", { role: "user", content: "what?", images: [PNG] }, ["what?", `image image/png ${PNG_URL}`]],
    [
      "OpenRouter and LiteLLM",
      { role: "assistant", content: "here", images: [{ type: "image_url", image_url: { url: WEB } }] },
      ["here", `image ${WEB}`],
    ],
    [
      "OpenAI's spoken answer",
      { role: "assistant", content: null, audio: { id: "a1", data: WAV, transcript: "hi", expires_at: 1 } },
      [`audio audio/wav data:audio/wav;base64,${WAV} text hi`],
    ],
    [
      "LlamaIndex",
      {
        role: "user",
        blocks: [
          { block_type: "text", text: "a" },
          { block_type: "image", url: WEB },
        ],
      },
      ["a", `image ${WEB}`],
    ],
  ])("%s", (_from, message, expected) => expect(partsOf(message)).toEqual(expected));
});

describe("media in what a tool returned", () => {
  it.each([
    [
      "Anthropic",
      {
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: "t",
            content: [
              { type: "text", text: "a" },
              { type: "image", source: { type: "base64", media_type: "image/png", data: PNG } },
            ],
          },
        ],
      },
    ],
    [
      "Bedrock",
      {
        role: "user",
        content: [
          {
            toolResult: {
              toolUseId: "t",
              content: [{ text: "a" }, { image: { format: "png", source: { bytes: PNG } } }],
            },
          },
        ],
      },
    ],
    [
      "the AI SDK",
      {
        role: "tool",
        content: [
          {
            type: "tool-result",
            toolCallId: "t",
            output: {
              type: "content",
              value: [
                { type: "text", text: "a" },
                { type: "media", data: PNG, mediaType: "image/png" },
              ],
            },
          },
        ],
      },
    ],
    ["OpenAI", { role: "tool", tool_call_id: "t", content: ["a", { type: "image_url", image_url: { url: PNG_URL } }] }],
  ])("%s", (_from, message) => expect(partsOf(message)).toEqual([`result(a | image image/png ${PNG_URL})`]));

  it("a list that only looks like files stays JSON", () => {
    const [part] = readParts(
      JsonNode.parse('{"role":"tool","tool_call_id":"t","content":[{"type":"file","name":"a","size":3}]}'),
    );
    expect(part).toEqual({
      type: "tool_result",
      toolCallId: "t",
      json: '[{"type":"file","name":"a","size":3}]',
      isError: false,
    });
  });
});

describe("a call that is no chat", () => {
  const weaveImage = { _type: "CustomWeaveType", files: { "image.png": "D1" } };

  test.each([
    [
      "an image among the arguments",
      { question: "what?", image: weaveImage },
      "a cat",
      ["what?", "image image/png stored D1"],
      ["a cat"],
    ],
    ["an argument that is an image", { image: PNG_URL }, { text: "a cat" }, [`image image/png ${PNG_URL}`], ["a cat"]],
    ["a function that returns an image", { prompt: "a cat" }, weaveImage, ["a cat"], ["image image/png stored D1"]],
    [
      "OpenAI's images",
      { prompt: "a cat" },
      { created: 1, data: [{ b64_json: PNG, revised_prompt: null }] },
      ["a cat"],
      [`image image/png ${PNG_URL}`],
    ],
    [
      "Gemini",
      { contents: ["what?", { inline_data: { mime_type: "image/png", data: PNG } }] },
      { candidates: [{ content: { role: "model", parts: [{ text: "a cat" }] }, finish_reason: "STOP" }] },
      ["what?", `image image/png ${PNG_URL}`],
      ["a cat"],
    ],
    [
      "a response with a search and an image",
      { input: [{ role: "user", content: "a cat" }] },
      {
        output: [
          { type: "web_search_call", id: "w" },
          { type: "image_generation_call", result: PNG },
        ],
      },
      ["a cat"],
      ['json {"type":"web_search_call","id":"w"}', `image image/png ${PNG_URL}`],
    ],
  ])("%s", (_name, inputs, output, expectedInput, expectedOutput) => {
    const [given, made] = [inputs, output].map((value) => new JsonText(JSON.stringify(value)));
    const read = readConversation(given, made);
    expect(read?.input.flatMap((message) => message.parts.map(shown))).toEqual(expectedInput);
    expect(read?.output.flatMap((message) => message.parts.map(shown))).toEqual(expectedOutput);
    expect(read?.otherFields.input).toEqual([]);
  });
});
