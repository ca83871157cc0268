// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";

import { renderPage } from "@/components/ui/test-page";
import { standInRelay } from "@/lib/client/test-relay";

import { CompareScreen } from "./compare-screen";

const [A, B] = ["0193a1b2-0000-7000-8000-00000000000a", "0193a1b2-0000-7000-8000-00000000000b"];
const AT = "2026-11-20T08:00:00.000000Z";

const callOf = (id: string) => ({
  id,
  project_id: "acme/bot",
  trace_id: id,
  op_name: "Evaluation.evaluate",
  display_name: id === A ? "first" : "second",
  started_at: AT,
  overview: { status: "running" },
});

/** Results of an experiment as its calls say them: one more each time that they are read while it runs. */
const resultOf = (id: string, row: number) => ({
  id: `${id}-${row}`,
  project_id: "acme/bot",
  trace_id: id,
  parent_id: id,
  op_name: "Evaluation.predict_and_score",
  started_at: AT,
  ended_at: AT,
  inputs: { example: { question: `q${row}` } },
  output: { output: "Lyon", scores: { right: true }, model_latency: 1 },
  overview: { status: "success", latency_ms: 1000 },
});

function runOf(id: string, status: string) {
  return {
    experiment: {
      project_id: "acme/bot",
      id,
      definition: { name: id === A ? "first" : "second", table_digest: "t", request: { model: "m", messages: [] } },
      status,
      created_by: "ann",
      created_at: AT,
      started_at: AT,
      rows: { waiting: 2, sent: 0, answered: 1, failed: 0 },
      unscored: 0,
      cost_usd: 0,
      unpriced: 0,
    },
  };
}

/** Two experiments: one that is paused, and one with this status, of which each reading knows more results. */
function standInExperiments(statusOfB: () => string) {
  let readings = 0;
  const rowsFor = ({ filter }: { filter: { call_ids?: string[]; parent_ids?: string[] } }): object[] => {
    if (filter.call_ids) return filter.call_ids.map(callOf);
    const [parent] = filter.parent_ids ?? [];
    if (parent === undefined) return [];
    if (parent === A) return [resultOf(A, 0)];
    readings += 1;
    return Array.from({ length: readings }, (_, row) => resultOf(B, row));
  };
  return standInRelay({
    "/experiments/read": ({ body }) => {
      const { id } = JSON.parse(body);
      return runOf(id, id === A ? "paused" : statusOfB());
    },
    "/objs/query": { objs: [] },
    "/refs/read_batch": { vals: [] },
    "/calls/stream_query": ({ body }) =>
      new Response(
        rowsFor(JSON.parse(body))
          .map((row) => `${JSON.stringify(row)}\n`)
          .join(""),
      ),
  });
}

const show = () => renderPage(<CompareScreen projectId="acme/bot" />, { search: `?ids=${A},${B}` });
const failures = () => screen.findAllByText(/^of \d+ results?$/);

it("says that an experiment is paused, although its call has not ended", async () => {
  standInExperiments(() => "paused");
  show();
  expect(await screen.findAllByText("Paused")).toHaveLength(2);
  expect(screen.queryByText("Running")).toBeNull();
});

it("reads results again while one of them runs, and shows when that has ended", async () => {
  let status = "running";
  standInExperiments(() => status);
  show();
  await screen.findByText("Running");
  await failures();
  await vi.waitFor(() => expect(screen.getByText("of 3 results")).toBeDefined(), { timeout: 20_000 });
  expect(screen.getAllByText("Paused")).toHaveLength(1);
  status = "completed";
  await screen.findByText("Completed");
  expect(screen.queryByText("Running")).toBeNull();
});
