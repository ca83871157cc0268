// @vitest-environment jsdom
import { useQuery } from "@tanstack/react-query";
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, it } from "vitest";

import { renderPage } from "@/components/ui/test-page";
import { laterAnswer, standInRelay } from "@/lib/client/test-relay";
import { ownKey } from "@/lib/queries/keys";
import { modelsList } from "@/lib/queries/models";

import { ModelsScreen } from "./models-screen";

const LOOK = "Look on the service's machine";
const noUsage = { granularity: 86_400, timezone: "UTC", buckets: [], totals: [], stats: [] };
const loadBegin = () => import("@/components/parameters/begin-with-models");

// Loaded once there are no models, which takes longer than the tests themselves.
beforeAll(loadBegin);

/** Says when both are read. */
function ReadModels() {
  const [models, own] = [useQuery(modelsList("acme/bot")), useQuery(ownKey())];
  return models.isSuccess && own.isSuccess && <p>Both are read</p>;
}

it("has the button for the service's machine only once it is known what the page shows, so that no click is lost", async () => {
  const usage = laterAnswer();
  const never = new Promise<object>(() => undefined);
  const roles = [{ project_pattern: "*", role: "admin" }];
  standInRelay({
    "/v1/models": { object: "list", data: [] },
    "/keys/self": { key: { id: "k", owner: "ada", default_project: "acme/bot", roles } },
    "/cost/query": { results: [] },
    "/calls/stats": usage.answer,
    "/connections/test": () => never,
  });
  renderPage(
    <>
      <ModelsScreen projectId="acme/bot" />
      <ReadModels />
    </>,
  );
  await screen.findByText("Both are read");
  await act(loadBegin);
  expect(screen.queryByRole("button", { name: LOOK })).toBeNull();
  usage.give(noUsage);
  await userEvent.click(await screen.findByRole("button", { name: LOOK }));
  expect(await screen.findByText(/^Asking Ollama/)).toBeTruthy();
});
