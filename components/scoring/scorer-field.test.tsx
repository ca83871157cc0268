// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { renderPage } from "@/components/ui/test-page";
import { standInRelay } from "@/lib/client/test-relay";
import { writeScorer } from "@/lib/scorer/stored-scorer";

import { ScorerField } from "./scorer-field";

it("offers scorers with their labels, and the versions that these are on", async () => {
  const definition = { type: "regex" as const, pattern: "please", ignore_case: true };
  standInRelay({
    "/objs/query": {
      objs: [
        {
          project_id: "acme/bot",
          object_id: "tone",
          kind: "object",
          digest: "d3",
          version_index: 2,
          is_latest: 1,
          created_at: "2026-11-20T08:00:00Z",
          val: writeScorer({ name: "tone", definition }),
        },
      ],
    },
    "/obj/labels/query": {
      labels: [
        {
          object_id: "tone",
          label: "production",
          digest: "d1",
          version_index: 0,
          moved_by: "ann",
          moved_at: "2026-11-20T08:00:00Z",
        },
      ],
    },
  });
  renderPage(<ScorerField projectId="acme/bot" chosen="" error={undefined} onChange={() => undefined} />);
  expect(await screen.findByText(/^tone v3 · production v1 · /)).toBeDefined();
});
