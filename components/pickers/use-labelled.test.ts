import { expect, it } from "vitest";
import { withLabels } from "./use-labelled";

const version = { project_id: "a/b", created_at: "2026-01-01T00:00:00Z", digest: "d", version_index: 3, is_latest: 1 };
const label = { digest: "x", moved_by: "ann", moved_at: "2026-01-01T00:00:00Z" };

it("shows each label with the version that it is on, whichever that is", () => {
  const rows = ["greet", "plain"].map((object_id) => ({ ...version, object_id, kind: "object" as const, val: "" }));
  const labels = [
    { ...label, object_id: "greet", label: "production", version_index: 1 },
    { ...label, object_id: "greet", label: "staging", version_index: 3 },
    { ...label, object_id: "elsewhere", label: "production", version_index: 0 },
  ];
  const found = withLabels(JSON.parse(JSON.stringify(rows)), labels);
  expect(found.map(({ object_id, onVersions }) => [object_id, onVersions])).toEqual([
    ["greet", ["production v2", "staging v4"]],
    ["plain", []],
  ]);
});
