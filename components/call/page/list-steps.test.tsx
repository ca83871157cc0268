// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";

import { renderPage } from "@/components/ui/test-page";
import { laterAnswer, refusal, standInRelay } from "@/lib/client/test-relay";
import { useShortcutGroups } from "@/components/ui/shortcuts";

import { HasListKeys, useStepKeys } from "../view/use-step-keys";
import { ListSteps } from "./list-steps";

const rowsOf = (...ids: string[]) => {
  const lines = ids.map((id) =>
    JSON.stringify({ id, trace_id: id, op_name: id, started_at: "2026-11-20T10:00:00.000000Z" }),
  );
  return new Response(lines.map((line) => `${line}\n`).join(""));
};

function Keys() {
  return <output>{useStepKeys().next}</output>;
}

function ListKeys() {
  const keys = useShortcutGroups().flatMap(({ read }) => read().map((shortcut) => shortcut.keys));
  return <p>{keys.join(" ")}</p>;
}

function Page() {
  const [hasKeys, setHasKeys] = useState(false);
  return (
    <HasListKeys value={hasKeys}>
      <ListSteps
        projectId="acme/bot"
        list="q=a"
        callId="b"
        traceId="b"
        isComplete={false}
        onGo={() => undefined}
        onKeys={setHasKeys}
      />
      <Keys />
      <ListKeys />
    </HasListKeys>
  );
}

const show = () => renderPage(<Page />, { search: "list=q%3Da" });
const nextStep = () => screen.getByRole("status").textContent;

it("leaves j and k to the trace while its list is read, and takes them when the call is found in it", async () => {
  const rows = laterAnswer();
  standInRelay({ "/calls/stream_query": rows.answer });
  show();
  expect(nextStep()).toBe("j");
  rows.give(rowsOf("a", "b", "c"));
  await screen.findByText("j k u");
  await waitFor(() => expect(nextStep()).toBe("shift+j"));
  screen.getByLabelText("Next trace");
});

it.each([
  ["does not contain the call", () => rowsOf("a", "c")],
  ["cannot be read", () => refusal("bad_request", "Unknown field")],
])("leaves j and k to the trace if the list %s", async (_case, answer) => {
  const requests = standInRelay({ "/calls/stream_query": answer });
  show();
  await expect.poll(() => requests.length).toBeGreaterThan(0);
  await new Promise(requestAnimationFrame);
  expect(nextStep()).toBe("j");
  screen.getByText("u");
});
