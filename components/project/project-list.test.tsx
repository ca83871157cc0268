// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { renderPage } from "@/components/ui/test-page";
import { standInRelay } from "@/lib/client/test-relay";
import type { Project } from "@/lib/contract/projects";

import { ProjectList } from "./project-list";

const key = { id: "018", owner: "ada", default_project: "local/default" };
const own = { ...key, roles: [{ project_pattern: "*", role: "admin" }] };
const created = { ...own, created_at: "2026-11-20T08:00:00.000000Z" };
const first: Project = { project_id: "local/default", created_at: "2026-11-20T08:00:00.000000Z", calls: 1 };
const page = <ProjectList serviceUrl="http://service.test" ownProjectId={undefined} />;

it("the snippet and its key stay when the first trace arrives, with a link to the project, until the user leaves", async () => {
  const projects: Project[] = [];
  standInRelay({
    "/projects/query": () => ({ projects }),
    "/keys/self": { key: own },
    "/keys/create": { key: created, api_key: "lp_019_secret" },
  });
  const { unmount } = renderPage(page);
  await screen.findByRole("heading", { name: "No projects yet" });
  await userEvent.click(await screen.findByRole("button", { name: "Create key" }));
  await screen.findByText(/cannot be shown again/);
  projects.push(first);
  const link = await screen.findByRole("link", { name: "local/default" });
  expect(link.getAttribute("href")).toBe("/local/default");
  expect(screen.getByRole("region", { name: "OpenTelemetry snippet" }).textContent).toContain("lp_019_secret");
  expect(screen.getByText(/Your first trace has arrived/)).toBeTruthy();
  expect(screen.queryByText("No projects yet")).toBeNull();
  unmount();
  renderPage(page);
  await screen.findByRole("grid", { name: "Projects" });
  expect(screen.queryByRole("region", { name: "Send a trace" })).toBeNull();
});
