import path from "node:path";
import * as z from "zod";
import { freePorts } from "@/scripts/testing/started";
import { type Peer, askJson, startProgram, versionOf } from "./peer";

const EXPERIMENT = "0";
const ROWS = 50;
const NEWEST_FIRST = ["timestamp_ms DESC"];

const traces = z.object({ traces: z.array(z.unknown()).default([]) });
const spans = z.object({ spans: z.array(z.unknown()) });
const metrics = z.object({
  data_points: z.array(z.object({ values: z.record(z.string(), z.number()) })).default([]),
});

/** Starts MLflow's tracking server from a virtual environment, as `mlflow server` does without more options. */
export async function startMlflow(environment: string): Promise<Peer> {
  const [port = 0] = await freePorts(1);
  const base = `http://127.0.0.1:${port}`;
  const server = await startProgram(`${base}/health`, (folder) => ({
    command: [
      path.join(environment, "bin/mlflow"),
      "server",
      "--host=127.0.0.1",
      `--port=${port}`,
      `--backend-store-uri=sqlite:///${path.join(folder, "mlflow.db")}`,
      `--default-artifact-root=${path.join(folder, "artifacts")}`,
    ],
    environment: { HOME: folder, DO_NOT_TRACK: "true", MLFLOW_DISABLE_TELEMETRY: "true" },
  }));
  const list = (filter?: string) => ({
    ask: () =>
      askJson(`${base}/ajax-api/3.0/mlflow/traces/search`, {
        locations: [{ type: "MLFLOW_EXPERIMENT", mlflow_experiment: { experiment_id: EXPERIMENT } }],
        filter,
        max_results: ROWS,
        order_by: NEWEST_FIRST,
      }),
    countIn: (answer: string) => traces.parse(JSON.parse(answer)).traces.length,
  });
  return {
    name: `MLflow ${versionOf(environment, "mlflow")}`,
    otlp: { address: `${base}/v1/traces`, headers: { "x-mlflow-experiment-id": EXPERIMENT } },
    visible: async () => {
      const answer = await askJson(`${base}/ajax-api/3.0/mlflow/traces/metrics`, {
        experiment_ids: [EXPERIMENT],
        view_type: "SPANS",
        metric_name: "span_count",
        aggregations: [{ aggregation_type: "COUNT" }],
      });
      return metrics.parse(JSON.parse(answer)).data_points[0]?.values.COUNT ?? 0;
    },
    newest: list(),
    trace: (id) => ({
      ask: () => askJson(`${base}/ajax-api/3.0/mlflow/get-trace-artifact?request_id=tr-${id}`),
      countIn: (answer) => spans.parse(JSON.parse(answer)).spans.length,
    }),
    search: (words) => list(`trace.text ILIKE '%${words}%'`),
    stop: () => server.stop(),
  };
}
