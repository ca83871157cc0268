// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";

import { renderPage } from "@/components/ui/test-page";
import { refusal, standInRelay } from "@/lib/client/test-relay";

import { InvitationPanel } from "./invitation-panel";

const open = {
  by: "Ada Lovelace",
  roles: [{ project_pattern: "acme/*", role: "member" }],
  expires_at: "2026-11-20T08:00:00.000000Z",
};

function show(answers: Record<string, object>, provider?: string) {
  window.history.replaceState(null, "", "#the-token");
  const requests = standInRelay(answers);
  renderPage(<InvitationPanel service="Loupe" provider={provider} />);
  return requests;
}

afterEach(() => {
  window.history.replaceState(null, "", window.location.pathname);
});

it("says who invited to what, and leads to the provider", async () => {
  const requests = show({ "/people/invitations/read": { ...open, email: "g@example.com", provider: true } }, "Acme");
  expect(await screen.findByRole("button", { name: "Sign in with Acme" })).toBeTruthy();
  expect(document.body.textContent).toContain("Ada Lovelace has invited you, as member on acme/*.");
  expect(document.body.textContent).toContain("The invitation is for g@example.com.");
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(requests.map(({ body }) => JSON.parse(body))).toEqual([{ token: "the-token" }]);
});

it("asks for a name where there is no provider, and shows an error at it", async () => {
  const errors = [{ path: "name", message: "is taken; choose another one" }];
  show({
    "/people/invitations/read": { ...open, provider: false },
    "/people/invitations/accept": refusal("invalid", "Somebody else has this name", { status: 422, errors }),
  });
  await userEvent.type(await screen.findByRole("textbox", { name: "Your name" }), "Grace{Enter}");
  expect(await screen.findByText("is taken; choose another one")).toBeTruthy();
});

it.each([
  ["ended", { "/people/invitations/read": refusal("conflict", "It has expired", { status: 409 }) }, "It has expired"],
  ["unknown", { "/people/invitations/read": refusal("not_found", "None such", { status: 404 }) }, "None such"],
])("says why one cannot be used that is %s", async (_what, answers, message) => {
  show(answers, "Acme");
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Sign in with/ })).toBeNull();
  expect(screen.getByRole("link", { name: "sign in" })).toBeTruthy();
});
