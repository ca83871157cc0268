import { describe, expect, it } from "vitest";
import { callOf } from "@/service/ingest/otlp/test-call";
import type { TestSpan } from "@/service/ingest/otlp/test-export";

const withAttributes = (attributes: TestSpan["attributes"]) => callOf({ attributes });

describe("OpenInference", () => {
  it.each<[string, TestSpan["attributes"], string]>([
    ["a model", { "llm.model_name": "m", "llm.token_count.prompt": 3 }, "llm"],
    ["messages", { "llm.input_messages.0.message.role": "user" }, "llm"],
    ["an embedding's model", { "embedding.model_name": "m" }, "embedding"],
    ["documents that were found", { "retrieval.documents.0.document.id": "d" }, "retriever"],
    ["documents that were ordered", { "reranker.output_documents.0.document.id": "d" }, "reranker"],
  ])("is told by %s too, where no kind is said", (_, attributes, kind) => {
    const call = withAttributes(attributes);
    expect([call.attributes.convention, call.kind]).toEqual(["openinference", kind]);
  });

  it.each([
    ["llm.invocation_parameters", '{"model":"m"}'],
    ["llm.invocation_parameters", '{"model_name":"m"}'],
    ["embedding.invocation_parameters", '{"model":"m"}'],
  ])("the model that was asked for, in %s", (attribute, parameters) => {
    expect(withAttributes({ "openinference.span.kind": "LLM", [attribute]: parameters }).model).toBe("m");
  });

  it.each([
    ["at its top", { id: "chatcmpl-1" }],
    [
      "where LangChain keeps it",
      { generations: [[{ message: { kwargs: { response_metadata: { id: "chatcmpl-1" } } } }]] },
    ],
  ])("the id of the response %s, for calls that report tokens", (_, response) => {
    const sent = { "openinference.span.kind": "LLM", "output.value": JSON.stringify(response) };
    expect(withAttributes({ ...sent, "llm.token_count.prompt": 3 }).response_id).toBe("chatcmpl-1");
    expect(withAttributes(sent).response_id).toBeUndefined();
  });

  it("a retriever's documents rather than the text that its framework makes of them", () => {
    const call = withAttributes({
      "openinference.span.kind": "RETRIEVER",
      "output.value": '["<NodeWithScore(id_=1)>"]',
      "output.mime_type": "application/json",
      "retrieval.documents.0.document.content": "Paris",
      "retrieval.documents.0.document.metadata": '{"page":3}',
    });
    expect(call.output).toEqual({ documents: [{ document: { content: "Paris", metadata: { page: 3 } } }] });
  });

  it("reasoning and the answer after it are one choice, several choices remain", () => {
    const at = (index: number, part: string, text: string) => ({
      [`llm.output_messages.${index}.message.role`]: "assistant",
      [`llm.output_messages.${index}.message.contents.0.message_content.type`]: part,
      [`llm.output_messages.${index}.message.contents.0.message_content.text`]: text,
    });
    const reasoned = withAttributes({ ...at(0, "reasoning", "hm"), ...at(1, "text", "a"), ...at(2, "text", "b") });
    expect(reasoned.output.choices.map(({ message }: { message: object }) => message)).toEqual([
      { role: "assistant", content: "a", reasoning_content: "hm" },
      { role: "assistant", content: "b" },
    ]);
    const response = { "output.value": '{"object":"response"}', "output.mime_type": "application/json" };
    const one = withAttributes({ ...at(0, "text", "a"), ...at(1, "text", "b"), ...response });
    expect(one.output.choices).toHaveLength(1);
  });

  it("a retriever's documents", () => {
    const call = withAttributes({
      "openinference.span.kind": "RETRIEVER",
      "input.value": "capital of France",
      "retrieval.documents.0.document.content": "Paris",
      "retrieval.documents.0.document.score": 0.5,
    });
    expect(call).toMatchObject({ kind: "retriever", inputs: { input: "capital of France" } });
    expect(call.output).toEqual({ documents: [{ document: { content: "Paris", score: 0.5 } }] });
  });
});
