// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { renderPage } from "@/components/ui/test-page";
import { standInRelay } from "@/lib/client/test-relay";

import { PromptList } from "./prompt-list";
import { TableDialog } from "./table-dialog";

const version = (object_id: string, version_index: number, more: object) => ({
  project_id: "acme/bot",
  object_id,
  kind: "object",
  digest: `${object_id}-${version_index}`,
  version_index,
  is_latest: 1,
  created_at: "2026-11-20T08:00:00Z",
  val: { rows: "core:///acme/bot/table/t1" },
  ...more,
});

it("shows the labels of a prompt with the versions that they are on, also if that is not the latest", async () => {
  const on = { object_id: "answer", moved_by: "ann", moved_at: "2026-11-20T08:00:00Z" };
  standInRelay({
    "/objs/query": { objs: [version("answer", 2, {})] },
    "/obj/labels/query": { labels: [{ ...on, label: "production", digest: "answer-0", version_index: 0 }] },
  });
  renderPage(<PromptList projectId="acme/bot" onChoose={() => undefined} />);
  expect(await screen.findByText("production v1")).toBeDefined();
});

it("shows the labels of each version of a dataset", async () => {
  standInRelay({
    "/objs/query": { objs: [version("cases", 1, {}), version("cases", 0, { is_latest: 0, labels: ["production"] })] },
    "/tables/query": { tables: [] },
  });
  renderPage(
    <TableDialog
      projectId="acme/bot"
      title="Table"
      description=""
      onChoose={() => undefined}
      onClose={() => undefined}
    />,
  );
  const choice = await screen.findByText("production");
  expect(choice.closest("button")?.textContent).toContain("casesv1");
});
