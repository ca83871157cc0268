// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";

import { renderPage } from "@/components/ui/test-page";
import { standInRelay } from "@/lib/client/test-relay";
import type { CallRow } from "@/lib/contract/calls";

import { readTrace } from "../tree/trace-model";
import { TraceView } from "./trace-view";

const CALLS = 240;
const trace = readTrace(
  Array.from({ length: CALLS }, (_, index): CallRow => ({
    id: `c${index}`,
    trace_id: "t",
    ...(index > 0 && { parent_id: "c0" }),
    op_name: index === 120 ? "find parcel" : "step",
    started_at: new Date(Date.UTC(2026, 10, 20, 10, 0, index)).toISOString(),
    ended_at: "2026-11-20T11:00:00.000000Z",
  })),
);

interface Asked {
  query?: object;
  filter: { call_ids?: string[] };
}

/** Answers a search with two calls, one of them with two entries in the log, and a reading of payloads. */
function standInService() {
  const answer = ({ query, filter }: Asked) =>
    query
      ? [{ id: "c200" }, { id: "c0" }]
      : (filter.call_ids ?? []).map((id) => ({
          id,
          inputs: id === "c0" ? { question: "where is my parcel" } : {},
          output: id === "c0" || id === "c200" ? "a lost parcel" : "nothing",
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

function Page() {
  const [selectedId, select] = useState("c5");
  return (
    <>
      <output>{selectedId}</output>
      <TraceView
        projectId="acme/bot"
        trace={trace}
        costs={undefined}
        selectedId={selectedId}
        now={0}
        onSelect={select}
      />
    </>
  );
}

const selected = () => document.querySelector("output")?.textContent;
const box = () => screen.findByLabelText<HTMLInputElement>("Search the trace");

it("searches a whole trace once: log and tree have the same text, count and place", async () => {
  standInService();
  renderPage(<Page />, { search: "?view=log" });
  await screen.findByText(/first 100 of 240 calls/);
  await userEvent.click(await box());
  await userEvent.paste("parcel");
  // Before anything is found.
  await userEvent.keyboard("{Enter}{Shift>}{Enter}{/Shift}{Enter}{Enter}");
  await screen.findByText("2 of 3");
  expect(selected()).toBe("c120");
  await screen.findByText(/first 121 of 240 calls/);
  await userEvent.keyboard("{Enter}");
  await screen.findByText("3 of 3");
  expect(selected()).toBe("c200");
  await screen.findByText(/first 201 of 240 calls/);

  await userEvent.click(screen.getByRole("radio", { name: "Tree" }));
  await screen.findByRole("treegrid");
  expect((await box()).value).toBe("parcel");
  expect(screen.getByText("3 of 3")).toBeDefined();
  await userEvent.click(screen.getByLabelText("Next match"));
  expect(selected()).toBe("c0");
  await userEvent.click(screen.getByLabelText("Previous match"));
  expect(selected()).toBe("c200");
});
