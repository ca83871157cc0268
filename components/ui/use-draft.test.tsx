// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";

import { DraftNote } from "./draft-note";
import { DraftOwner } from "./draft-owner";
import { drafts } from "./draft-store";
import { useCheckedDraft, useDraft } from "./use-draft";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  localStorage.clear();
});

interface FormProps {
  draftKey?: string;
  initial?: string;
  about?: string;
}

function NoteForm({ draftKey = "note:1", initial = "", about }: FormProps) {
  const draft = useDraft(draftKey, initial, about);
  return (
    <form
      aria-label="Note form"
      onSubmit={(event) => {
        event.preventDefault();
        draft.clear();
      }}
    >
      <textarea aria-label="Note" value={draft.text} onChange={(event) => draft.setText(event.target.value)} />
      <output>{draft.restoredAbout}</output>
      <DraftNote draft={draft} />
      <button>Send</button>
    </form>
  );
}

/** Closes the form that is open, and opens a new one as this person. */
function open({ owner = "ann", ...props }: FormProps & { owner?: string } = {}) {
  cleanup();
  const page = (now: string) => (
    <DraftOwner value={now}>
      <NoteForm {...props} />
    </DraftOwner>
  );
  const { rerender } = render(page(owner));
  return { signIn: (now: string) => rerender(page(now)) };
}
const note = () => screen.getByLabelText("Note");
const discard = () => screen.queryByRole("button", { name: "Discard draft" });
const type = (text: string) => userEvent.type(note(), text);

it("keeps what was typed when the form is closed, and says so when it opens again", async () => {
  open();
  await type("half a sentence");
  expect(discard()).toBeNull();
  open();
  expect(note()).toHaveProperty("value", "half a sentence");
  expect(discard()).not.toBeNull();
});

it("is gone once discarded or sent", async () => {
  for (const name of ["Discard draft", "Send"]) {
    open({ initial: "from the server" });
    await type(", changed");
    open({ initial: "from the server" });
    await userEvent.click(screen.getByRole("button", { name }));
    expect(note()).toHaveProperty("value", "from the server");
    open({ initial: "from the server" });
    expect(note()).toHaveProperty("value", "from the server");
    expect(discard()).toBeNull();
  }
});

it("is no draft once the text is as it was at first", async () => {
  open();
  await type("x{Backspace}");
  open();
  expect(discard()).toBeNull();
  expect(drafts.under("ann", "note:")).toEqual([]);
});

it("belongs to its subject and to its author", async () => {
  open();
  await type("mine");
  open({ draftKey: "note:10" });
  expect(note()).toHaveProperty("value", "");
  open({ owner: "bob" });
  expect(note()).toHaveProperty("value", "");
});

it("stays in the open form when its author signs in with another key, and is then theirs", async () => {
  const { signIn } = open();
  await type("typed before the session ended");
  signIn("ann, again");
  expect(note()).toHaveProperty("value", "typed before the session ended");
  open({ owner: "ann, again" });
  expect(note()).toHaveProperty("value", "typed before the session ended");
});

it("says for which version it was written", async () => {
  open({ about: "v1" });
  await type("text");
  open({ about: "v2" });
  expect(screen.getByRole("status").textContent).toBe("v1");
});

it("lasts as long as the page where the browser stores nothing, and says so", async () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  open();
  await type("text");
  expect(screen.getByText(/This browser cannot store the draft/)).not.toBeNull();
  expect(note()).toHaveProperty("value", "text");
});

function TwoFields() {
  const { fields, change, problems, setProblems } = useCheckedDraft("form", { name: "", size: "1" });
  return (
    <>
      {(["name", "size"] as const).map((field) => (
        <label key={field}>
          {field}
          <input value={fields[field]} onChange={(event) => change({ [field]: event.target.value })} />
          <span>{problems[field]}</span>
        </label>
      ))}
      <button onClick={() => setProblems({ name: "Enter a name", size: "Too small" })}>Check</button>
    </>
  );
}

it("keeps the fields of a form together, and drops what was wrong with a field that is changed", async () => {
  render(<TwoFields />);
  await userEvent.click(screen.getByRole("button", { name: "Check" }));
  await userEvent.type(screen.getByLabelText(/name/), "board");
  expect(screen.queryByText("Enter a name")).toBeNull();
  expect(screen.queryByText("Too small")).not.toBeNull();
  cleanup();
  render(<TwoFields />);
  expect(screen.getByLabelText(/name/)).toHaveProperty("value", "board");
  expect(screen.getByLabelText(/size/)).toHaveProperty("value", "1");
});

it("reads what another release kept as far as it fits", () => {
  drafts.keep("", "form", { text: '{"name": "old", "size": 4, "gone": "x"}', at: Date.now() });
  render(<TwoFields />);
  expect(screen.getByLabelText(/name/)).toHaveProperty("value", "old");
  expect(screen.getByLabelText(/size/)).toHaveProperty("value", "1");
});
