// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { renderPage } from "@/components/ui/test-page";
import { standInRelay } from "@/lib/client/test-relay";
import type { CallRow } from "@/lib/contract/calls";

import { readTrace } from "../tree/trace-model";
import { LogView } from "./log-view";

const CALLS = 240;
const rows = Array.from({ length: CALLS }, (_, index): CallRow => ({
  id: `c${index}`,
  trace_id: "t",
  op_name: "step",
  started_at: new Date(Date.UTC(2026, 10, 20, 10, 0, index)).toISOString(),
  ended_at: "2026-11-20T11:00:00.000000Z",
}));

interface Asked {
  query?: object;
  filter: { call_ids?: string[] };
}

/** Answers a search with two calls, and a reading of payloads with what was asked for. */
function standInService() {
  const answer = ({ query, filter }: Asked) =>
    query
      ? [{ id: "c3" }, { id: "c200" }]
      : (filter.call_ids ?? []).map((id) => ({
          id,
          output: id === "c3" || id === "c200" ? "a lost parcel" : "nothing",
        }));
  standInRelay({
    "/calls/stream_query": ({ body }) =>
      new Response(
        answer(JSON.parse(body))
          .map((row) => `${JSON.stringify(row)}\n`)
          .join(""),
      ),
  });
}

it("searches the calls of the trace that are not in the log yet, and loads the one it moves to", async () => {
  standInService();
  const trace = readTrace(rows);
  renderPage(
    <LogView projectId="acme/bot" trace={trace} selectedId="c0" hrefOf={(id) => id} onSelect={() => undefined} />,
  );
  await screen.findByText(/first 100 of 240 calls/);
  await userEvent.type(screen.getByLabelText("Search the log"), "parcel");
  await screen.findByText("2 matches");
  await userEvent.keyboard("{Enter}");
  await screen.findByText("1 of 2");
  await userEvent.keyboard("{Enter}");
  await screen.findByText("2 of 2");
  expect(screen.getByText(/first 201 of 240 calls/)).toBeDefined();
});
