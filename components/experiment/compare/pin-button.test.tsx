// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { renderPage } from "@/components/ui/test-page";
import { usePendingUndos } from "@/components/undo/pending-undos";
import { standInRelay } from "@/lib/client/test-relay";
import type { CallRow } from "@/lib/contract/calls";
import { JsonText } from "@/lib/json/text";

import { PinButton } from "./pin-button";

const experiment: CallRow = {
  id: "e1",
  op_name: "Evaluation.evaluate",
  display_name: "first",
  trace_id: "e1",
  started_at: "2026-11-20T08:00:00Z",
  inputs: new JsonText('{"self":"weave:///acme/bot/object/parcels:d"}'),
};

function Page() {
  const bodies = usePendingUndos().flatMap(({ requests }) => requests.map(({ body }) => body));
  return (
    <>
      <PinButton projectId="acme/bot" experiment={experiment} scores={["exact"]} pinned={new Map()} letter="A" />
      <output>{bodies.join(" ")}</output>
    </>
  );
}

it("undoes a pin only if nobody has pinned another experiment meanwhile", async () => {
  standInRelay({
    "/obj/create": { digest: "pinned", object_id: "baseline", version_index: 0 },
  });
  renderPage(<Page />);
  await userEvent.click(screen.getByRole("button", { name: /^Pin A/ }));
  await waitFor(() => expect(screen.getByRole("status").textContent).toContain('"replaces":"pinned"'));
});
