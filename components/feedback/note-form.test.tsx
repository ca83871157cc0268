// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";

import { renderPage } from "@/components/ui/test-page";
import { callRef } from "@/lib/contract/refs";

import { FeedbackSkeleton } from "./feedback-skeleton";
import { NoteForm } from "./note-form";
import { NoteWishProvider } from "./note-wish";

const subject = { projectId: "acme/bot", ref: callRef("acme/bot", "call-1") };
const note = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Note" });

/** A stand-in for the relay that answers every request with this. */
function answerWith(status: number, body: object) {
  const asked = vi.fn<typeof fetch>(async () => Response.json(body, { status }));
  vi.stubGlobal("fetch", asked);
  return asked;
}

const stored = { id: "019", created_at: "2026-11-20T08:00:00.000000Z", ext_user_id: "ann", payload: {} };

it("takes the focus if its key was pressed while it was loading, once", async () => {
  const place = (content: ReactNode) => <NoteWishProvider>{content}</NoteWishProvider>;
  const { rerender } = renderPage(place(<FeedbackSkeleton />));
  await userEvent.keyboard("f");
  rerender(place(<NoteForm subject={subject} />));
  expect(document.activeElement).toBe(note());
  expect(note().value).toBe("");
  rerender(place(<FeedbackSkeleton />));
  rerender(place(<NoteForm subject={subject} />));
  expect(document.activeElement).toBe(document.body);
});

it("sends the note with Ctrl+Enter, once, and is empty afterwards", async () => {
  const asked = answerWith(200, stored);
  renderPage(<NoteForm subject={subject} />);
  await userEvent.type(note(), "looks right");
  await userEvent.keyboard("{Control>}{Enter}{Enter}{/Control}");
  await waitFor(() => expect(note().value).toBe(""));
  expect(asked).toHaveBeenCalledOnce();
  const [address, request] = asked.mock.calls[0] ?? [];
  expect(address).toBe("/api/service/feedback/create");
  expect(await new Response(request?.body).json()).toMatchObject({
    payload: { note: "looks right" },
    project_id: "acme/bot",
  });
});

it("keeps the text and shows the reason when it is rejected", async () => {
  answerWith(403, { code: "forbidden", message: "This key does not have the annotator role", request_id: "r-1" });
  renderPage(<NoteForm subject={subject} />);
  await userEvent.type(note(), "looks right");
  await userEvent.click(screen.getByRole("button", { name: /Add note/ }));
  expect((await screen.findByRole("alert")).textContent).toContain(
    "This key does not have the annotator role (request r-1)",
  );
  expect(note().value).toBe("looks right");
});

it("has the text again when it is shown again, until that is discarded", async () => {
  const first = renderPage(<NoteForm subject={subject} />);
  await userEvent.type(note(), "half a thought");
  first.unmount();
  renderPage(<NoteForm subject={subject} />);
  expect(note().value).toBe("half a thought");
  await userEvent.click(screen.getByRole("button", { name: "Discard draft" }));
  expect(note().value).toBe("");
});

it("sends nothing while there is only white space", async () => {
  const asked = answerWith(200, stored);
  renderPage(<NoteForm subject={subject} />);
  await userEvent.type(note(), "  {Control>}{Enter}{/Control}");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: /Add note/ }).disabled).toBe(true);
  expect(asked).not.toHaveBeenCalled();
});
