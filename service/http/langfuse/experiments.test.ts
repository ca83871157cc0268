import { context, propagation, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { NodeTracerProvider, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callRef } from "@/lib/contract/refs";
import { ADMIN_KEY } from "@/service/http/routes/test-service";
import { PROJECT, useLangfuse } from "./test-langfuse";

const langfuse = useLangfuse();
let provider: NodeTracerProvider | undefined;

beforeAll(() => {
  const url = `${langfuse.url}/api/public/otel/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, headers: { authorization: `Bearer ${ADMIN_KEY}` } });
  provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  provider.register();
});
afterAll(async () => {
  await provider?.shutdown();
  for (const global of [trace, context, propagation]) global.disable();
});

test("an experiment on a dataset links each call to its item, with the scores of its evaluators", async () => {
  const datasetName = "sums";
  await langfuse.client.api.datasets.create({ name: datasetName });
  for (const id of ["one", "two"])
    await langfuse.client.dataset.createItem({ datasetName, id, input: id, expectedOutput: id.toUpperCase() });
  const dataset = await langfuse.client.dataset.get(datasetName);

  const result = await dataset.runExperiment({
    name: "shout",
    runName: "first run",
    task: async ({ input }) => String(input).toUpperCase(),
    evaluators: [async ({ output, expectedOutput }) => ({ name: "exact", value: output === expectedOutput ? 1 : 0 })],
  });
  await langfuse.client.flush();
  await provider?.forceFlush();

  expect(result.itemResults.map(({ output }) => String(output)).toSorted()).toEqual(["ONE", "TWO"]);
  for (const { traceId, item } of result.itemResults) {
    const [root] = await rootsOf(traceId ?? "");
    const ofCall = { $eq: [{ $getField: "core_ref" }, { $literal: callRef(PROJECT, root.id) }] };
    const sort_by = [{ field: "feedback_type", direction: "asc" }];
    const { result: given } = await langfuse.native("/feedback/query", { query: { $expr: ofCall }, sort_by });
    expect(given).toMatchObject([
      { feedback_type: "dataset_run", payload: { value: "first run", dataset_item_id: "id" in item ? item.id : "" } },
      { feedback_type: "exact", payload: { value: 1 } },
    ]);
  }
});

async function rootsOf(traceId: string) {
  const filter = { trace_ids: [traceId], trace_roots_only: true };
  const body = { project_id: PROJECT, filter };
  const lines = await (await langfuse.service.post("/calls/stream_query", body)).text();
  return lines.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
}
