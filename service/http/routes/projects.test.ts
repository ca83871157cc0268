import { expect, test } from "vitest";
import { minimalStart } from "@/lib/contract/test-examples";
import { ADMIN_KEY, postOf, useService } from "./test-service";

const service = useService();
const json = async (path: string, body: object) => (await service.post(path, body)).json();

test("the first write makes a project; the list has its calls and its newest one", async () => {
  expect(await json("/projects/query", {})).toEqual({ projects: [] });
  for (const project_id of ["zoo/b", "acme/a", "bare"])
    await service.post("/call/start", { start: { ...minimalStart, project_id, id: "c1" } });
  const { projects } = await json("/projects/query", {});
  expect(projects.map(({ project_id }: { project_id: string }) => project_id)).toEqual([
    "acme/a",
    "local/bare",
    "zoo/b",
  ]);
  expect(projects[0]).toEqual({
    project_id: "acme/a",
    created_at: expect.stringMatching(/Z$/),
    calls: 1,
    last_call_at: "2026-11-20T08:40:45.000000Z",
  });
  const page = await json("/projects/query", { limit: 1, offset: 1 });
  expect(page.projects.map(({ project_id }: { project_id: string }) => project_id)).toEqual(["local/bare"]);
});

test("refusals are counted and listed per project, newest first", async () => {
  const bad = (id: string) => ({ mode: "start", req: { start: { project_id: "acme/a", id } } });
  await service.post("/call/upsert_batch", { batch: [bad("r1")] });
  await service.post("/call/upsert_batch", { batch: [bad("r2")] });
  const { count, refusals } = await json("/refusals/query", { project_id: "acme/a", limit: 1 });
  expect(count).toBe(2);
  expect(refusals).toEqual([
    {
      id: expect.any(String),
      received_at: expect.stringMatching(/Z$/),
      source: "call",
      call_id: "r2",
      reason: "req.start.op_name: is required; req.start.started_at: is required",
    },
  ]);
  expect(await json("/refusals/query", { project_id: "zoo/b" })).toEqual({ count: 0, refusals: [] });
});

test("health reports a store that does not respond", async () => {
  expect(await (await service.app().request("/health")).json()).toEqual({ status: "ok", store: "ok" });
  const down = { ...service.store, ping: () => Promise.reject(new Error("down")) };
  const response = await service.app({ store: down }).request("/health");
  expect([response.status, await response.json()]).toEqual([503, { status: "unavailable", store: "unavailable" }]);
});

test("server_info returns the name and version of the service", async () => {
  expect(await (await service.app({ coreOnly: false }).request("/server_info")).json()).toEqual({
    name: "loupe",
    version: "0.0.0-test",
    core_only: false,
    min_required_weave_python_version: "0.0.0",
  });
  const dashboardUrl = "https://loupe.example.com";
  const response = await service.app({ dashboardUrl }).request("/server_info");
  expect(await response.json()).toMatchObject({ dashboard_url: dashboardUrl });
});

test("no response contains the key", async () => {
  for (const path of ["/openapi.json", "/server_info", "/health"])
    expect(await (await service.app().request(path)).text()).not.toContain(ADMIN_KEY);
  const wrong = await service.app().request("/call/read", postOf({}, { authorization: "Bearer canary-7f3a" }));
  expect(await wrong.text()).not.toContain("canary-7f3a");
});
