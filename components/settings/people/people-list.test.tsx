// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { renderPage } from "@/components/ui/test-page";
import { refusal, standInRelay } from "@/lib/client/test-relay";

import { PeopleScreen } from "./people-screen";

const AT = "2026-11-20T08:00:00.000000Z";
const ID = "0193a1b2-0000-7000-8000-000000000001";
const viewer = [{ project_pattern: "acme/*", role: "viewer" }];

const grace = {
  id: ID,
  owner: "grace@example.com",
  name: "Grace Hopper",
  email: "grace@example.com",
  signs_in_with: "provider",
  groups: ["readers"],
  group_roles: viewer,
  roles: [{ project_pattern: "acme/*", role: "member" }],
  keys: 2,
  created_at: AT,
  last_seen_at: AT,
};
const ada = { ...grace, id: ID.replace(/1$/, "2"), owner: "ada@example.com", name: "Ada", keys: 0, groups: [] };

const self = (role: string) => ({
  key: {
    id: "k",
    owner: "ada@example.com",
    default_project: "acme/a",
    roles: [{ project_pattern: "*", role }],
  },
});

const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));

function show(answers: Record<string, object> = {}) {
  const requests = standInRelay({
    "/keys/self": self("admin"),
    "/people/query": { people: [ada, grace], provider: true },
    "/people/invitations/query": { invitations: [] },
    "/people/names": { people: [] },
    "/keys/query": { keys: [] },
    "/projects/query": { projects: [{ project_id: "acme/a", created_at: AT, calls: 1 }] },
    ...answers,
  });
  renderPage(<PeopleScreen serviceName="Loupe" />);
  return (path: string) => requests.filter((one) => one.path === path).map(({ body }) => JSON.parse(body));
}

it("marks an address that the sign-in provider has not verified", async () => {
  const mallory = { ...grace, id: ID.replace(/1$/, "3"), name: "Mallory", email_verified: false };
  show({ "/people/query": { people: [{ ...ada, email_verified: true }, grace, mallory], provider: true } });
  const marked = await screen.findByText("(not verified)");
  expect(marked.closest("[role=row], tr")?.textContent).toContain("Mallory");
});

it("shows people with all their roles and keys, and nothing to do about oneself", async () => {
  show();
  const row = await screen.findByRole("row", { name: /Grace Hopper/ });
  expect(row.textContent).toContain("member on acme/*");
  expect(within(row).getByRole("link", { name: "2 keys of grace@example.com" }).getAttribute("href")).toBe(
    "/settings/keys?owner=grace%40example.com",
  );
  const own = screen.getByRole("row", { name: /Ada/ });
  expect(within(own).queryByRole("button")).toBeNull();
  expect(own.textContent).toContain("you");
});

it("shows the picture of a person, and their initials without one or if it is broken", async () => {
  const picture = "data:image/png;base64,iVBORw0KGgo=";
  show({ "/people/query": { people: [ada, { ...grace, picture }], provider: true } });
  const row = await screen.findByRole("row", { name: /Grace Hopper/ });
  const image = row.querySelector("img");
  expect([image?.getAttribute("src"), image?.getAttribute("alt")]).toEqual([picture, ""]);
  expect(within(row).queryByText("GH")).toBeNull();
  expect(within(screen.getByRole("row", { name: /Ada/ })).getByText("A")).toBeTruthy();
  if (image) fireEvent.error(image);
  expect(within(row).getByText("GH")).toBeTruthy();
  expect(row.querySelector("img")).toBeNull();
});

it.each(["https://example.com/a.png", "data:image/svg+xml;base64,AAAA", "data:image/png,AAAA"])(
  "does not show the picture %s, which another origin or a script could be in",
  async (picture) => {
    show({ "/people/query": { people: [{ ...grace, picture }], provider: true } });
    await screen.findByRole("alert");
    expect(document.querySelector("img")).toBeNull();
  },
);

it("turns somebody off after saying what ends, and keeps the question when it fails", async () => {
  const sent = show({ "/people/update": refusal("not_found", "No such person", { status: 404 }) });
  await screen.findByRole("row", { name: /Grace Hopper/ });
  await press("Turn off Grace Hopper");
  const dialog = await screen.findByRole("dialog", { name: "Turn off access for Grace Hopper?" });
  expect(dialog.textContent).toContain("All 2 keys with their name will be revoked");
  await press("Turn off");
  await waitFor(() =>
    expect(dialog.textContent).toContain("Could not turn off access for Grace Hopper: No such person"),
  );
  expect(sent("/people/update")).toEqual([{ id: ID, turned_off: true }]);
});

it("lists what somebody made, and offers to revoke it when rights are taken", async () => {
  const roles = [{ project_pattern: "acme/a", role: "viewer" }];
  const bot = { id: "b0b0b0b0b0b0", owner: "bot", default_project: "acme/a", roles, created_at: AT };
  const sent = show({
    "/keys/query": { keys: [bot] },
    "/keys/revoke": { key: bot },
    "/people/update": { person: grace, keys_revoked: 1 },
  });
  await screen.findByText("Grace Hopper");
  await press("Turn off Grace Hopper");
  const dialog = await screen.findByRole("dialog", { name: "Turn off access for Grace Hopper?" });
  await within(dialog).findByText("Grace Hopper created 1 key:");
  await userEvent.click(within(dialog).getByRole("checkbox", { name: "Also revoke 1 key" }));
  await press("Turn off");
  await waitFor(() => expect(sent("/keys/revoke")).toEqual([{ id: bot.id }]));
  expect(sent("/keys/query")[0]).toEqual({ created_by: grace.owner });

  await press("Change the roles of Grace Hopper");
  const roleDialog = await screen.findByRole("dialog", { name: "Roles of Grace Hopper" });
  expect(within(roleDialog).queryByRole("checkbox")).toBeNull();
});

it("says that turning on revives no key", async () => {
  show({ "/people/query": { people: [{ ...grace, keys: 0, turned_off_at: AT }], provider: true } });
  await screen.findByRole("row", { name: /Grace Hopper/ });
  await press("Turn on Grace Hopper");
  expect((await screen.findByRole("dialog")).textContent).toContain("Their keys stay revoked");
});

it("changes only the roles that admins give", async () => {
  const sent = show({ "/people/update": { person: grace, keys_revoked: 0 } });
  await screen.findByRole("row", { name: /Grace Hopper/ });
  await press("Change the roles of Grace Hopper");
  const dialog = await screen.findByRole("dialog", { name: "Roles of Grace Hopper" });
  expect(dialog.textContent).toContain("From the group readers: viewer on acme/*");
  await userEvent.selectOptions(within(dialog).getByRole("combobox", { name: "Role" }), "annotator");
  await press("Save");
  await waitFor(() =>
    expect(sent("/people/update")).toEqual([{ id: ID, roles: [{ project_pattern: "acme/*", role: "annotator" }] }]),
  );
});

it("shows the link of an invitation once", async () => {
  const invitation = {
    id: ID,
    roles: viewer,
    note: "new",
    created_by: "ada@example.com",
    created_at: AT,
    expires_at: AT,
  };
  const sent = show({ "/people/invitations/create": { invitation, token: "the-token" } });
  await screen.findByRole("row", { name: /Grace Hopper/ });
  await press("Invite");
  await userEvent.type(await screen.findByRole("textbox", { name: "Projects" }), " acme/* ");
  await userEvent.type(screen.getByRole("textbox", { name: "E-mail address (optional)" }), "new@example.com");
  await press("Create invitation");
  const dialog = await screen.findByRole("dialog", { name: "Invitation link" });
  expect(dialog.textContent).toContain(`${window.location.origin}/sign-in/invitation#the-token`);
  expect(sent("/people/invitations/create")).toEqual([
    { roles: [{ project_pattern: "acme/*", role: "member" }], email: "new@example.com", days: 7 },
  ]);
  await press("I have copied it");
  await press("Invite");
  await screen.findByRole("textbox", { name: "Projects" });
  expect(document.body.textContent).not.toContain("the-token");
});

it("asks before it invites to a project that does not exist, which may be misspelled", async () => {
  const invitation = { id: ID, roles: viewer, created_by: "ada@example.com", created_at: AT, expires_at: AT };
  const sent = show({ "/people/invitations/create": { invitation, token: "the-token" } });
  await screen.findByRole("row", { name: /Grace Hopper/ });
  await press("Invite");
  await userEvent.type(await screen.findByRole("textbox", { name: "Projects" }), "acme/b");
  await press("Create invitation");
  expect(await screen.findByRole("dialog", { name: "No project matches acme/b" })).toBeTruthy();
  await press("Back");
  expect(sent("/people/invitations/create")).toEqual([]);
  await userEvent.clear(await screen.findByRole("textbox", { name: "Projects" }));
  await userEvent.type(screen.getByRole("textbox", { name: "Projects" }), "new/*");
  await press("Create invitation");
  await screen.findByRole("dialog", { name: "No project matches new/*" });
  await press("Invite anyway");
  await screen.findByRole("dialog", { name: "Invitation link" });
  expect(sent("/people/invitations/create")).toHaveLength(1);
});

it("asks before it gives a role on a project that does not exist, but not for one that somebody has", async () => {
  const roles = [{ project_pattern: "gone/a", role: "member" }];
  const person = { ...grace, roles };
  const sent = show({
    "/people/query": { people: [ada, person], provider: true },
    "/people/update": { person, keys_revoked: 0 },
  });
  await screen.findByRole("row", { name: /Grace Hopper/ });
  await press("Change the roles of Grace Hopper");
  await press("Add role");
  await userEvent.type(screen.getAllByRole("textbox", { name: "Projects" }).at(-1) ?? document.body, "acme/b");
  await press("Save");
  await screen.findByRole("dialog", { name: "No project matches acme/b" });
  expect(sent("/people/update")).toEqual([]);
  await press("Save anyway");
  await waitFor(() => expect(sent("/people/update")).toHaveLength(1));
});

it("without a provider, asks for no address and says how people sign in", async () => {
  show({ "/people/query": { people: [], provider: false } });
  expect(await screen.findByRole("heading", { name: "No people yet" })).toBeTruthy();
  expect(screen.getByText(/set OIDC_ISSUER/)).toBeTruthy();
  await press("Invite");
  await screen.findByRole("textbox", { name: "Projects" });
  expect(screen.queryByRole("textbox", { name: "E-mail address (optional)" })).toBeNull();
});

it.each([
  [
    "a service without people",
    { "/people/query": refusal("unknown_endpoint", "No", { status: 404 }) },
    /does not manage people/,
  ],
  ["somebody who is no admin", { "/keys/self": self("viewer") }, "People are managed by admins"],
  ["a failure", { "/people/query": refusal("invalid", "Broken", { status: 422 }) }, "Broken"],
])("says so for %s", async (_what, answers, title) => {
  show(answers);
  expect(await screen.findByRole("heading", { name: title })).toBeTruthy();
});
