// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { renderPage } from "@/components/ui/test-page";
import { standInRelay } from "@/lib/client/test-relay";
import type { ObjectVersion } from "@/lib/contract/objects";
import { JsonText } from "@/lib/json/text";

import { ObjectActions } from "./object-actions";

const version: ObjectVersion = {
  project_id: "acme/bot",
  object_id: "polite",
  created_at: "2026-11-20T08:00:00Z",
  digest: "d1",
  version_index: 0,
  is_latest: 1,
  kind: "object",
  base_object_class: "Scorer",
  val: new JsonText('{"_class_name":"Scorer","name":"polite","scorer":{"type":"exact"}}'),
};

const rule = {
  project_id: "acme/bot",
  id: "01936b5e-7c1a-7000-8000-000000000001",
  definition: { name: "Polite answers", scorer_ref: "core:///acme/bot/object/polite:d1", unit: "traces" },
  status: "active",
  created_by: "ada",
  created_at: "2026-11-20T08:00:00.000000Z",
  calls: { waiting: 0, sent: 0, scored: 12, failed: 0 },
  cost_usd: 1.5,
  unpriced: 0,
};

it("says which scoring rules use a scorer before it is deleted", async () => {
  const requests = standInRelay({ "/scoring/query": { rules: [rule] }, "/obj/delete": { num_deleted: 1 } });
  renderPage(<ObjectActions version={version} form="scorer" />);
  const button = await screen.findByRole("button", { name: "Delete" });
  // Once it is known which rules there are.
  await waitFor(() =>
    expect(button.hasAttribute("disabled") || button.getAttribute("aria-disabled") === "true").toBe(false),
  );
  await userEvent.click(button);
  expect((await screen.findByText(/A scoring rule uses this version/)).textContent).toContain("Polite answers");
  expect(requests.filter(({ path }) => path === "/obj/delete")).toEqual([]);
});
