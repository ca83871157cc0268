// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeAll, beforeEach, expect, it } from "vitest";

import { renderPage } from "@/components/ui/test-page";
import { standInWorker } from "@/components/ui/test-worker";
import { standInRelay } from "@/lib/client/test-relay";
import type { ObjectVersion } from "@/lib/contract/objects";
import { JsonText } from "@/lib/json/text";

import { ScorerTab } from "./scorer-tab";

const year = (scorer: string): ObjectVersion => ({
  project_id: "acme/bot",
  object_id: "year",
  created_at: "2026-11-20T08:00:00Z",
  digest: "d0",
  version_index: 0,
  is_latest: 1,
  kind: "object",
  base_object_class: "Scorer",
  val: new JsonText(`{"_class_name":"Scorer","name":"year","scorer":${scorer}}`),
});
const PATTERN = '{"type":"regex","pattern":"[0-9]+","ignore_case":null}';

function Tab({ version, mayWrite }: { version: ObjectVersion; mayWrite: boolean }) {
  const [isEditing, setEditing] = useState(false);
  return <ScorerTab version={version} isEditing={isEditing} onEdit={mayWrite ? setEditing : undefined} />;
}

function show(scorer: string, mayWrite = true) {
  const version = year(scorer);
  const requests = standInRelay({
    "/v1/models": { object: "list", data: [] },
    "/obj/read": { obj: version },
    "/obj/create": { digest: "d1", object_id: "year", version_index: 1 },
  });
  renderPage(<Tab version={version} mayWrite={mayWrite} />);
  return () => requests.filter(({ path }) => path === "/obj/create");
}

const edit = async () => userEvent.click(await screen.findByRole("button", { name: "Edit" }));

// Loaded when first wanted, which takes longer than the tests themselves.
beforeAll(() => import("./scorer-editor"));
// No test is about the score.
beforeEach(() => standInWorker(async function* () {}));

it("is saved from its message, and not by Enter in a setting or without a change", async () => {
  const saves = show(PATTERN);
  await edit();
  const pattern = await screen.findByLabelText("Pattern");
  expect(document.activeElement).toBe(screen.getByRole("radio", { name: /^Regular expression/ }));
  await userEvent.type(pattern, "{Enter}");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await screen.findByText("Could not save: Nothing was changed yet.");
  await userEvent.clear(pattern);
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await screen.findByText("Must not be empty");
  expect(saves()).toHaveLength(0);
  await userEvent.type(pattern, "a");
  await userEvent.type(screen.getByLabelText("Message of this version"), "Shorter{Enter}");
  await waitFor(() => expect(saves()).toHaveLength(1));
});

it("is only read by those who may not publish", async () => {
  show(PATTERN, false);
  await screen.findByText("[0-9]+");
  expect(screen.queryByRole("button", { name: "Edit" })).toBeNull();
});

it("says that a definition is not valid", async () => {
  show('{"type":"bleu"}');
  await screen.findByText("Not a valid scorer");
  expect(screen.queryByRole("button", { name: "Edit" })).toBeNull();
});
