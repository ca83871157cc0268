// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";

import { renderPage } from "@/components/ui/test-page";
import { standInRelay } from "@/lib/client/test-relay";
import { annotationType, readSpec } from "@/lib/feedback/annotation-spec";
import { JsonText } from "@/lib/json/text";

import { specObject } from "../test-specs";
import { QueueResults } from "./queue-results";

const queue = {
  name: "review",
  ref: "core:///acme/bot/object/review:d",
  createdAt: "2026-11-20T08:00:00.000000Z",
  description: "",
  callIds: ["call-1"],
  filter: "",
  annotations: ["tone"],
  isBlind: false,
  assignedTo: [],
  perCall: 1,
};
const answerOf = (who: string, text: string) => ({
  callId: "call-1",
  type: annotationType("tone"),
  who,
  payload: new JsonText(JSON.stringify({ value: text })),
});

function show({ compact = false } = {}) {
  standInRelay({
    "/people/names": { people: [{ owner: "ada@example.com", name: "Ada Lovelace" }] },
    "/keys/self": { key: { id: "k", owner: "ann", roles: [], default_project: "acme/bot" } },
  });
  renderPage(
    <QueueResults
      projectId="acme/bot"
      queue={queue}
      answers={[answerOf("ada@example.com", "kind"), answerOf("ci", "dry")]}
      specs={[specObject("tone", { enum: ["kind", "dry"] })].map(readSpec)}
      owner="ann"
      progress={new Map()}
    />,
    { compact },
  );
}

const results = () => within(screen.getByRole("grid", { name: "Results" }));

it("has a column for every person, by name, and for every key by its owner", async () => {
  show();
  const names = () =>
    results()
      .getAllByRole("columnheader")
      .map((header) => header.textContent);
  await waitFor(() => expect(names()).toEqual(["#", "Call", "Input", "tone · Ada Lovelace", "tone · ci"]));
  expect(results().getAllByTitle("ada@example.com")[0]?.closest("[role=columnheader]")).toBeTruthy();
});

it("names the people in the rows of a phone", async () => {
  show({ compact: true });
  const cells = () =>
    results()
      .getAllByRole("gridcell")
      .map((cell) => cell.textContent);
  await waitFor(() => expect(cells()).toContain("Ada Lovelacekind"));
  expect(cells()).toContain("cidry");
});
