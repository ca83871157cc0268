import { expect, it } from "vitest";

import { recordedCalls } from "@/service/ingest/otlp/test-recorded";

const [chat, response, images, anthropic, gemini, model, agent, langchain, own, traceloop, strands, agents] =
  recordedCalls("media");

it("OpenAI's chat (OpenInference) has audio and files, which its attributes leave out", () => {
  expect(chat?.chat).toEqual({
    input: ["user: what? | image | audio | file a.pdf | file file-1"],
    output: ["assistant: A cat."],
  });
});

it("OpenAI's responses (OpenInference) have files, and the image that the model made", () => {
  expect(response?.chat).toEqual({
    input: ["user: what? | image | image file-1 | file a.pdf"],
    output: ["assistant: A cat. | image"],
  });
});

it("OpenAI's image generation (OpenInference) has the image", () => {
  expect(images?.chat).toEqual({ input: ["user: a cat"], output: ["assistant: image"] });
});

it("Anthropic (OpenInference) has documents, and images that tools returned, both left out of its attributes", () => {
  expect(anthropic?.chat).toEqual({
    input: ["user: what? | image | file T | file | file (Be kind)", "assistant: f({})", "tool: result a | image"],
    output: ["assistant: A cat."],
  });
});

it("Gemini (OpenInference) has files by URI", () => {
  expect(gemini?.chat).toEqual({
    input: ["user: what? | image | file (gs://b/a.pdf)"],
    output: ["model: A cat. | image"],
  });
});

it("Pydantic AI has images and files, on the model's call and on the agent's", () => {
  const both = { input: ["user: what? | image | image | file"], output: ["assistant: A cat."] };
  expect([model?.chat, agent?.chat]).toEqual([both, both]);
});

it("LangChain (OpenInference) has audio and files", () => {
  expect(langchain?.chat).toEqual({
    input: ["user: what? | image | image | file a.pdf | audio"],
    output: ["assistant: A cat."],
  });
});

it("Anthropic's own spans leave the content out", () => {
  const document = "file (nothing)";
  expect(own?.chat?.input[0]).toBe(`user: what? | image (nothing) | ${document} | image (nothing) | ${document}`);
});

it("LangChain (Traceloop) has files that are written as JSON", () => {
  expect(traceloop?.chat?.input).toEqual(["user: what? | image | image | file a.pdf"]);
});

it("Strands replaces bytes", () => {
  expect(strands?.chat?.input).toEqual(["user: what? | image (<replaced>) | file T (<replaced>)"]);
});

it("OpenAI Agents (OpenInference) has files, and the image that the model made", () => {
  expect(agents?.chat).toEqual({ input: ["user: what? | image | file file-1"], output: ["assistant: A cat. | image"] });
});
