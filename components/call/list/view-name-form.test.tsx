// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { noteOf } from "@/components/ui/test-fields";
import { renderPage } from "@/components/ui/test-page";
import { laterAnswer, refusal, standInRelay } from "@/lib/client/test-relay";

import { ViewNameForm } from "./view-name-form";

const name = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Save this view" });
const save = () => screen.getByRole<HTMLButtonElement>("button", { name: "Save" });
const stored = { digest: "d", object_id: "view-1", version_index: 0 };

function show(search = "q=status%3Aerror") {
  const onDone = vi.fn<() => void>();
  const form = (
    <ViewNameForm projectId="acme/bot" view={{ label: "", search }} action="Save this view" onDone={onDone} />
  );
  return { onDone, ...renderPage(form) };
}

it("saves under the trimmed name, once, and is empty afterwards", async () => {
  const later = laterAnswer();
  const requests = standInRelay({ "/obj/create": later.answer });
  const { onDone } = show();
  await userEvent.type(name(), " Failures {Enter}{Enter}");
  expect(save().getAttribute("aria-busy")).toBe("true");
  expect(name().value).toBe(" Failures ");
  later.give(stored);
  await waitFor(() => expect(name().value).toBe(""));
  expect(onDone).toHaveBeenCalledOnce();
  expect(requests.map(({ body }) => JSON.parse(body).obj.val)).toMatchObject([
    { label: "Failures", definition: { search: "q=status%3Aerror" } },
  ]);
});

it("sends nothing while the name is blank", async () => {
  const requests = standInRelay({});
  show();
  expect(save().disabled).toBe(true);
  await userEvent.type(name(), "   {Enter}");
  expect(save().disabled).toBe(true);
  expect(requests).toEqual([]);
});

it("gives the reason of a refusal at the name, and keeps it", async () => {
  standInRelay({ "/obj/create": refusal("forbidden", "This key does not have the member role", { status: 403 }) });
  const { onDone } = show();
  await userEvent.type(name(), "Failures{Enter}");
  await waitFor(() => expect(noteOf(name())).toContain("This key does not have the member role"));
  expect(name().getAttribute("aria-invalid")).toBe("true");
  expect(name().value).toBe("Failures");
  expect(onDone).not.toHaveBeenCalled();
});

it("keeps the name as a draft of these filters only", async () => {
  const first = show();
  await userEvent.type(name(), "Failures");
  first.unmount();
  const others = show("q=latency%3E2s");
  expect(name().value).toBe("");
  others.unmount();
  show();
  expect(name().value).toBe("Failures");
  await userEvent.click(screen.getByRole("button", { name: "Discard draft" }));
  expect(name().value).toBe("");
});
