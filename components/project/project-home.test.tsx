// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { renderPage } from "@/components/ui/test-page";
import { standInRelay } from "@/lib/client/test-relay";

import { ProjectHome } from "./project-home";

const own = {
  id: "018",
  owner: "ada",
  default_project: "acme/bot",
  roles: [{ project_pattern: "acme/bot", role: "admin" }],
};
const trace = {
  id: "c1",
  project_id: "acme/bot",
  trace_id: "t1",
  op_name: "answer-customer",
  started_at: "2026-11-20T08:00:00.000000Z",
};

it("the snippet and its key stay when the first trace arrives, until the user leaves", async () => {
  const traces: (typeof trace)[] = [];
  standInRelay({
    "/calls/query_stats": () => ({ count: traces.length, ...(traces.length > 0 && { latest: trace.started_at }) }),
    "/calls/stream_query": () => new Response(traces.map((each) => `${JSON.stringify(each)}\n`).join("")),
    "/keys/self": { key: own },
    "/keys/create": { key: { ...own, created_at: trace.started_at }, api_key: "lp_019_secret" },
  });
  const page = <ProjectHome projectId="acme/bot" serviceUrl="http://service.test" />;
  const { unmount } = renderPage(page);
  await userEvent.click(await screen.findByRole("button", { name: "Create key" }));
  await screen.findByText(/cannot be shown again/);
  traces.push(trace);
  await screen.findByText("First trace arrived.");
  expect(screen.getByRole("region", { name: "OpenTelemetry snippet" }).textContent).toContain("lp_019_secret");
  expect(screen.queryByText("Send more traces")).toBeNull();
  unmount();
  renderPage(page);
  await screen.findByText("Send more traces");
});
