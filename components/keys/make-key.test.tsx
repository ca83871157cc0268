// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { renderPage } from "@/components/ui/test-page";
import { laterAnswer, refusal, standInRelay } from "@/lib/client/test-relay";

import { MakeKey } from "./make-key";

const input = (name: string, place = 0) => screen.getAllByRole<HTMLInputElement>("textbox", { name })[place];
const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));
const created = {
  key: {
    id: "019",
    owner: "ada",
    default_project: "acme/bot",
    roles: [{ project_pattern: "acme/bot", role: "member" }],
    created_at: "2026-11-20T08:00:00.000000Z",
  },
  api_key: "lp_019_secret",
};

async function openForm(): Promise<void> {
  renderPage(<MakeKey />);
  await press("New key");
}

async function fillIn(owner: string, pattern: string): Promise<void> {
  await userEvent.type(screen.getByRole("textbox", { name: "Owner" }), owner);
  await userEvent.type(screen.getByRole("textbox", { name: "Projects" }), pattern);
}

/** The text that a control is described by. */
const describedBy = (control: HTMLElement | undefined) =>
  document.getElementById(control?.getAttribute("aria-describedby") ?? "")?.textContent;

it("sends one request however often it is submitted, and shows the key once", async () => {
  const later = laterAnswer();
  const requests = standInRelay({ "/keys/create": later.answer });
  await openForm();
  await fillIn(" ada ", "acme/bot");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Role" }), "annotator");
  await userEvent.type(screen.getByRole("textbox", { name: "Owner" }), "{Enter}{Enter}");
  expect(screen.getByRole("button", { name: "Creating key" }).getAttribute("aria-disabled")).toBe("true");
  later.give(created);
  expect((await screen.findByRole("dialog", { name: "ada's key" })).textContent).toContain("lp_019_secret");
  const sent = requests.filter(({ path }) => path === "/keys/create");
  expect(sent.map(({ body }) => JSON.parse(body))).toEqual([
    { owner: "ada", roles: [{ project_pattern: "acme/bot", role: "annotator" }] },
  ]);
  await press("I have copied it");
  await press("New key");
  expect(input("Owner")?.value).toBe("");
  expect(document.body.textContent).not.toContain("lp_019_secret");
});

it("shows a refusal at its field until the field changes", async () => {
  const errors = [{ path: "roles[1].project_pattern", message: "is listed twice" }];
  standInRelay({ "/keys/create": refusal("bad_request", "Invalid body", { errors }) });
  await openForm();
  await fillIn("ada", "acme/bot");
  await press("Add role");
  await userEvent.type(input("Projects", 1) ?? document.body, "acme/bot");
  await press("Create key");
  await waitFor(() => expect(describedBy(input("Projects", 1))).toBe("is listed twice"));
  expect(input("Projects", 1)?.getAttribute("aria-invalid")).toBe("true");
  expect(input("Projects", 0)?.getAttribute("aria-invalid")).toBeNull();
  expect(screen.queryByText(/Could not create the key/)).toBeNull();
  await userEvent.type(input("Projects", 1) ?? document.body, "2");
  expect(input("Projects", 1)?.getAttribute("aria-invalid")).toBeNull();
});

it("shows a refusal that is about no field above the form, and keeps everything", async () => {
  standInRelay({ "/keys/create": refusal("forbidden", "This key does not have the admin role", { status: 403 }) });
  await openForm();
  await fillIn("ada", "acme/*");
  await press("Create key");
  expect((await screen.findByRole("alert")).textContent).toContain("Could not create the key: This key does not have");
  expect([input("Owner")?.value, input("Projects")?.value]).toEqual(["ada", "acme/*"]);
});

it("removes the role that is named, and offers no removal of the only one", async () => {
  standInRelay({});
  await openForm();
  await fillIn("ada", "acme/bot");
  expect(screen.queryByRole("button", { name: "Remove acme/bot" })).toBeNull();
  await press("Add role");
  await userEvent.type(input("Projects", 1) ?? document.body, "acme/other");
  await press("Remove acme/bot");
  expect(screen.getAllByRole("textbox", { name: "Projects" })).toHaveLength(1);
  expect(input("Projects")?.value).toBe("acme/other");
});

it("keeps what was typed when Escape closes it, until the draft is discarded", async () => {
  standInRelay({});
  await openForm();
  await fillIn("ada", "acme/bot");
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  await press("New key");
  expect([input("Owner")?.value, input("Projects")?.value]).toEqual(["ada", "acme/bot"]);
  await press("Discard draft");
  expect([input("Owner")?.value, input("Projects")?.value]).toEqual(["", ""]);
});
