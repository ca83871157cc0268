import { expect, test } from "vitest";

import { sortProjects } from "./sort-projects";
import type { ListedProject } from "./use-project-days";

const projects: ListedProject[] = [
  { project_id: "a/new", created_at: "2026-11-03T00:00:00.000000Z", calls: 0, day: undefined },
  {
    project_id: "a/big",
    created_at: "2026-11-01T00:00:00.000000Z",
    calls: 9,
    last_call_at: "2026-11-09T00:00:00.000000Z",
    day: { traces: 2, failed_traces: 1, latency_p95_ms: 80, total_cost: {}, unpriced: 0, feedback: { count: 5 } },
  },
  {
    project_id: "b/old",
    created_at: "2026-11-02T00:00:00.000000Z",
    calls: 9,
    last_call_at: "2026-11-02T00:00:00.000000Z",
    day: { traces: 3, failed_traces: 0, total_cost: {}, unpriced: 0 },
  },
];

test.each([
  ["name", "asc", ["a/big", "a/new", "b/old"]],
  ["name", "desc", ["b/old", "a/new", "a/big"]],
  ["calls", "desc", ["a/big", "b/old", "a/new"]],
  ["calls", "asc", ["a/new", "a/big", "b/old"]],
  ["last", "desc", ["a/big", "b/old", "a/new"]],
  ["last", "asc", ["b/old", "a/big", "a/new"]],
  ["traces", "desc", ["b/old", "a/big", "a/new"]],
  ["failed", "asc", ["b/old", "a/big", "a/new"]],
  ["feedback", "asc", ["a/big", "a/new", "b/old"]],
  ["p95", "desc", ["a/big", "a/new", "b/old"]],
  ["created", "asc", ["a/big", "b/old", "a/new"]],
] as const)("by %s, %s", (id, direction, order) => {
  expect(sortProjects(projects, { id, direction }).map((project) => project.project_id)).toEqual(order);
});
