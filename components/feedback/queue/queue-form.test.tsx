// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { noteOf } from "@/components/ui/test-fields";
import { renderPage } from "@/components/ui/test-page";
import { laterAnswer, refusal, standInRelay } from "@/lib/client/test-relay";
import { readSpec } from "@/lib/feedback/annotation-spec";

import { specObject } from "../test-specs";
import { QueueForm } from "./queue-form";

const queue = {
  name: "review",
  ref: "core:///acme/bot/object/review:d",
  createdAt: "2026-11-20T08:00:00.000000Z",
  description: "",
  callIds: ["call-1", "call-2"],
  filter: "",
  annotations: ["tone", "fits", "grade"],
  isBlind: false,
  assignedTo: [],
  perCall: 1,
};
const specs = [
  specObject("tone", { enum: ["kind", "dry", "rude"] }),
  specObject("fits", { type: "boolean" }),
  specObject("grade", { type: "number", maximum: 100 }),
].map(readSpec);
const stored = { id: "019", created_at: "2026-11-20T08:00:00.000000Z", ext_user_id: "ann", payload: {} };
const base = { "/feedback/query": { result: [] } };

const radio = (name: RegExp) => screen.getByRole<HTMLInputElement>("radio", { name });
const note = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Note" });
const grade = () => screen.getByRole<HTMLInputElement>("textbox", { name: "grade" });

function show(callId = "call-1") {
  const done = { onBack: vi.fn<() => void>(), onSkip: vi.fn<() => void>(), onSaved: vi.fn<() => void>() };
  const page = renderPage(<QueueForm projectId="acme/bot" callId={callId} queue={queue} specs={specs} {...done} />);
  return { ...done, ...page };
}

it("is answered by digits, question after question, and saved once with Enter", async () => {
  const later = laterAnswer();
  const requests = standInRelay({ ...base, "/feedback/create": later.answer });
  const { onSaved } = show();
  await userEvent.keyboard("3");
  expect(radio(/rude/).checked).toBe(true);
  await userEvent.keyboard("2");
  expect(radio(/No/).checked).toBe(true);
  await userEvent.keyboard("k1");
  expect(radio(/kind/).checked).toBe(true);
  await userEvent.keyboard("n");
  expect(document.activeElement).toBe(note());
  await userEvent.keyboard("1 of 2{Control>}{Enter}{Enter}{/Control}");
  expect(screen.getByRole("button", { name: "Saving" }).getAttribute("aria-busy")).toBe("true");
  expect(note().readOnly).toBe(true);
  later.give(stored);
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  const sent = requests.filter(({ path }) => path === "/feedback/create").map(({ body }) => JSON.parse(body));
  expect(sent.map(({ feedback_type: type, payload }) => [type, payload])).toEqual([
    ["core.annotation.tone", { value: "kind" }],
    ["core.annotation.fits", { value: false }],
    ["core.note.1", { note: "1 of 2" }],
  ]);
  expect(sent.every(({ trigger_ref: ref }) => ref === queue.ref)).toBe(true);
  expect(note().value).toBe("");
});

it("says what to do when there is nothing to save", async () => {
  const requests = standInRelay(base);
  const { onSaved } = show();
  await userEvent.keyboard("{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe("Answer a question, write a note, or skip this call.");
  expect(requests.some(({ path }) => path === "/feedback/create")).toBe(false);
  expect(onSaved).not.toHaveBeenCalled();
});

it("names the answer that is wrong, and keeps all of them", async () => {
  const requests = standInRelay(base);
  const { onSaved } = show();
  await userEvent.type(grade(), "101");
  await userEvent.click(screen.getByRole("button", { name: /Save and continue/ }));
  expect(noteOf(grade())).toBe("grade must be at most 100");
  expect(grade().value).toBe("101");
  expect(requests.some(({ path }) => path === "/feedback/create")).toBe(false);
  expect(onSaved).not.toHaveBeenCalled();
});

it("stays with its call, and says why, when it is refused", async () => {
  standInRelay({ ...base, "/feedback/create": refusal("forbidden", "No role annotator", { status: 403 }) });
  const { onSaved } = show();
  await userEvent.keyboard("1");
  await userEvent.click(screen.getByRole("button", { name: /Save and continue/ }));
  expect((await screen.findByRole("alert")).textContent).toContain("Not saved: No role annotator");
  expect(radio(/kind/).checked).toBe(true);
  expect(onSaved).not.toHaveBeenCalled();
});

it("skips and goes back by keys, but not while a note is written", async () => {
  standInRelay(base);
  const { onSkip, onBack } = show();
  await userEvent.type(note(), "yes");
  expect(onSkip).not.toHaveBeenCalled();
  note().blur();
  await userEvent.keyboard("s{ArrowLeft}");
  expect(onSkip).toHaveBeenCalledOnce();
  expect(onBack).toHaveBeenCalledOnce();
});

it("keeps answers and note of one call only, until both are discarded", async () => {
  standInRelay(base);
  const first = show();
  await userEvent.keyboard("1");
  await userEvent.type(note(), "half");
  first.unmount();
  const other = show("call-2");
  expect([radio(/kind/).checked, note().value]).toEqual([false, ""]);
  other.unmount();
  show();
  expect([radio(/kind/).checked, note().value]).toEqual([true, "half"]);
  await userEvent.click(screen.getByRole("button", { name: "Discard draft" }));
  expect([radio(/kind/).checked, note().value]).toEqual([false, ""]);
});
