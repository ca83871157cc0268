// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { noteOf } from "@/components/ui/test-fields";
import { renderPage } from "@/components/ui/test-page";
import { laterAnswer, refusal, standInRelay } from "@/lib/client/test-relay";
import { callRef } from "@/lib/contract/refs";
import { toJsonText } from "@/lib/json/text";
import type { FeedbackRow } from "@/lib/queries/feedback";

import { specObject } from "../test-specs";
import { AnswersForm } from "./answers-form";

const subject = { projectId: "acme/bot", ref: callRef("acme/bot", "call-1") };
const specs = {
  objs: [
    specObject("grade", { type: "integer", minimum: 0, maximum: 100 }),
    specObject("tone", { enum: ["kind", "rude"] }),
    specObject("remark", { type: "string", maxLength: 5 }),
  ],
};
const own = {
  key: { id: "019", owner: "ann", default_project: "acme/bot", roles: [{ project_pattern: "*", role: "member" }] },
};
const stored = { id: "019", created_at: "2026-11-20T08:00:00.000000Z", ext_user_id: "ann", payload: {} };
const earlier: FeedbackRow = {
  id: "before",
  feedback_type: "core.annotation.tone",
  payload: toJsonText({ value: "rude" }),
  ext_user_id: "ann",
};

const base = { "/objs/query": specs, "/keys/self": own, "/feedback/query": { result: [] } };
const grade = () => screen.findByRole<HTMLInputElement>("textbox", { name: "grade" });
const remark = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: "remark" });
const save = () => screen.getByRole<HTMLButtonElement>("button", { name: /Sav(e answers|ing)/ });
const show = (rows: readonly FeedbackRow[] = []) => renderPage(<AnswersForm subject={subject} rows={rows} />);

it("names the field that is wrong, sends nothing until it is right, and then each answer once", async () => {
  const later = laterAnswer();
  const requests = standInRelay({ ...base, "/feedback/create": later.answer });
  show();
  await userEvent.type(await grade(), "101");
  await userEvent.type(await remark(), "too long");
  await userEvent.click(screen.getByRole("radio", { name: "kind" }));
  await userEvent.click(save());
  expect(noteOf(await grade())).toContain("grade must be at most 100");
  expect(noteOf(await remark())).toContain("remark");
  expect(requests.filter(({ path }) => path === "/feedback/create")).toEqual([]);

  await userEvent.type(await grade(), "{Backspace}");
  await userEvent.clear(await remark());
  await userEvent.type(await remark(), "fine");
  expect((await grade()).getAttribute("aria-invalid")).toBeNull();
  await userEvent.keyboard("{Control>}{Enter}{Enter}{/Control}");
  expect(save().getAttribute("aria-busy")).toBe("true");
  later.give(stored);
  await waitFor(() => expect(save().disabled).toBe(true));
  const sent = requests.filter(({ path }) => path === "/feedback/create").map(({ body }) => JSON.parse(body));
  expect(sent.map(({ feedback_type: type, payload }) => [type, payload.value])).toEqual([
    ["core.annotation.grade", 10],
    ["core.annotation.tone", "kind"],
    ["core.annotation.remark", "fine"],
  ]);
});

it("begins with the user's own answer, replaces it, and has nothing to save before", async () => {
  const requests = standInRelay({ ...base, "/feedback/replace": stored });
  show([earlier, { ...earlier, id: "another", ext_user_id: "bob", payload: toJsonText({ value: "kind" }) }]);
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>("radio", { name: "rude" }).checked).toBe(true));
  expect(save().disabled).toBe(true);
  await userEvent.click(screen.getByRole("radio", { name: "kind" }));
  await userEvent.click(save());
  await waitFor(() => expect(requests.some(({ path }) => path === "/feedback/replace")).toBe(true));
  const { body = "" } = requests.find(({ path }) => path === "/feedback/replace") ?? {};
  expect(JSON.parse(body)).toMatchObject({ feedback_id: "before", payload: { value: "kind" } });
});

it("shows what the service refuses at its answer, and keeps the answer", async () => {
  const errors = [{ path: "payload.value", message: "must be an odd number" }];
  standInRelay({ ...base, "/feedback/create": refusal("bad_request", "Invalid body", { errors }) });
  show();
  await userEvent.type(await grade(), "8");
  await userEvent.click(save());
  await waitFor(async () => expect(noteOf(await grade())).toBe("grade must be an odd number"));
  expect((await screen.findByRole("alert")).textContent).toContain("Not saved");
  expect((await grade()).value).toBe("8");
});

it("keeps answers that are not saved, and goes back to the saved ones when they are discarded", async () => {
  standInRelay(base);
  const first = show([earlier]);
  await userEvent.type(await remark(), "half");
  await userEvent.click(screen.getByRole("radio", { name: "kind" }));
  first.unmount();
  show([earlier]);
  expect((await remark()).value).toBe("half");
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "kind" }).checked).toBe(true);
  await userEvent.click(screen.getByRole("button", { name: "Discard draft" }));
  expect((await remark()).value).toBe("");
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>("radio", { name: "rude" }).checked).toBe(true));
});

it("clears a choice that is pressed again", async () => {
  standInRelay(base);
  show();
  const kind = await screen.findByRole<HTMLInputElement>("radio", { name: "kind" });
  await userEvent.click(kind);
  expect(kind.checked).toBe(true);
  await userEvent.click(kind);
  expect(kind.checked).toBe(false);
  expect(save().disabled).toBe(true);
});
