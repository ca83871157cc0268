// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, it } from "vitest";

import { laterAnswer, refusal, type RelayedRequest } from "@/lib/client/test-relay";

import { alert, box, field, press, pressText, relay, show, version, write } from "../test-playground";

const source = { name: "greet", digest: "d0", version: 0 };
const greeting = [{ role: "user", content: "Hi {{name}}" }];
const saved = { digest: "d9", object_id: "greet", version_index: 9 };
const saveButton = () => screen.findByText<HTMLButtonElement>("Save version", { selector: "button" });
const created = (requests: readonly RelayedRequest[]) =>
  requests.filter(({ path }) => path === "/obj/create").map((request) => field(request, "obj"));
const notFound = () => refusal("not_found", "No such version", { status: 404 });

beforeAll(() => import("./save-prompt-dialog"));

/** Opens the dialog for a conversation that comes from v1 of `greet`. */
async function openDialog(): Promise<void> {
  show({ prompt: source, turns: greeting });
  await press("Save prompt");
}

it("saves nothing while the version that the text comes from cannot be read, and reads it again", async () => {
  const base = { messages: greeting, owner: "Ann", config: { model: "big", seed: 7 } };
  let isDown = true;
  const requests = relay({
    "/obj/read": () =>
      isDown ? refusal("internal", "The database is down", { status: 500 }) : { obj: version("d0", 0, base) },
    "/obj/create": saved,
  });
  await openDialog();
  await waitFor(() => expect(alert()).toBe("Could not read v1 of greet: The database is downRetry"));
  expect((await saveButton()).disabled).toBe(true);
  isDown = false;
  await pressText("Retry");
  await waitFor(async () => expect((await saveButton()).disabled).toBe(false));
  await userEvent.selectOptions(await screen.findByLabelText("Model settings"), "As in v1");
  await pressText("Save version");
  await waitFor(() => expect(created(requests)).toMatchObject([{ val: base, replaces: "d0" }]));
});

it("bases a new version on the latest one if its own was deleted, and says so", async () => {
  const latest = { content: "Hello {name}", owner: "Ann", _class_name: "StringPrompt", _type: "StringPrompt" };
  const requests = relay({
    "/obj/read": (request) => {
      if (field(request, "digest") === "latest") return { obj: version("d3", 3, latest) };
      if (field(request, "metadata_only") !== true) return notFound();
      return { obj: version("d0", 0, null, { deleted_at: "2026-11-21T08:00:00Z" }) };
    },
    "/obj/create": saved,
  });
  await openDialog();
  expect(await screen.findByText(/v1 was deleted/)).toBeDefined();
  expect(screen.getByText("As in v4")).toBeDefined();
  await userEvent.selectOptions(screen.getByLabelText("Model settings"), "As in v4");
  await pressText("Save version");
  await waitFor(() =>
    expect(created(requests)).toMatchObject([{ val: { ...latest, content: "Hi {name}" }, replaces: "d3" }]),
  );
});

it("saves a new prompt if no version is left", async () => {
  const requests = relay({ "/obj/read": notFound, "/obj/create": saved });
  await openDialog();
  expect(await screen.findByText(/No version of greet is left/)).toBeDefined();
  await pressText("Save prompt");
  await waitFor(() => expect(created(requests)).toMatchObject([{ object_id: "greet", replaces: null }]));
});

it("notes a version that was saved after the dialog was closed", async () => {
  const creating = laterAnswer();
  const requests = relay({ "/obj/create": creating.answer });
  await openDialog();
  await write("Message of this version", "Warmer");
  await pressText("Save version");
  await waitFor(() => expect(created(requests)).toHaveLength(1));
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  creating.give(saved);
  expect(await screen.findByText("Saved greet v10")).toBeDefined();
  expect(await screen.findByTitle("greet v10")).toBeDefined();
  await press("Save prompt");
  await waitFor(() => expect(box("Message of this version").value).toBe(""));
});

it("says that a version could not be saved also after the dialog was closed", async () => {
  const creating = laterAnswer();
  const requests = relay({ "/obj/create": creating.answer });
  await openDialog();
  await pressText("Save version");
  await waitFor(() => expect(created(requests)).toHaveLength(1));
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  creating.give(refusal("bad_request", "Too long"));
  expect(await screen.findByText("Could not save the prompt: Too long (request r-1)")).toBeDefined();
});

it("names the fields that the service rejects, and limits what is typed to what it stores", async () => {
  const errors = [{ path: "obj.object_id", message: "has a control character" }];
  relay({ "/obj/create": refusal("bad_request", "Invalid request", { errors }) });
  await openDialog();
  await saveButton();
  expect([box("Name").maxLength, box("Message of this version").maxLength]).toEqual([1024, 1024]);
  await pressText("Save version");
  await waitFor(() =>
    expect(alert()).toBe("Could not save the prompt: obj.object_id has a control character (request r-1)"),
  );
});
