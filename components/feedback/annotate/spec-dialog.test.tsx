// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { renderPage } from "@/components/ui/test-page";
import { standInRelay } from "@/lib/client/test-relay";

import { SpecDialog } from "./spec-dialog";

const prompt = {
  project_id: "acme/bot",
  object_id: "tone",
  created_at: "2026-11-20T08:00:00Z",
  digest: "d0",
  version_index: 0,
  is_latest: 1,
  kind: "object",
  val: { _class_name: "StringPrompt", content: "Be kind." },
};

it("publishes no new annotation over another object of its name", async () => {
  const requests = standInRelay({
    "/obj/read": { obj: prompt },
    "/obj/create": { digest: "d1", object_id: "tone", version_index: 1 },
  });
  renderPage(<SpecDialog projectId="acme/bot" open onOpenChange={() => undefined} />);
  const name = await screen.findByLabelText("Name");
  await userEvent.type(name, "tone");
  await userEvent.type(screen.getByLabelText("Choices"), "kind\nrude");
  await userEvent.click(screen.getByText("Create annotation"));
  await screen.findByText("An object of this name exists. Choose another name, or edit that object.");
  expect(name.getAttribute("aria-invalid")).toBe("true");
  expect(requests.map(({ path }) => path)).not.toContain("/obj/create");
  await userEvent.type(name, "s");
  expect(screen.queryByText(/An object of this name exists/)).toBeNull();
});
