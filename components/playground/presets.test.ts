// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, it } from "vitest";

import { laterAnswer, refusal } from "@/lib/client/test-relay";
import { makeDocument } from "@/lib/playground/document";
import { writePreset } from "@/lib/playground/preset";

import { alert, box, messages, press, pressText, relay, show, version, write } from "./test-playground";

const opened = makeDocument({ turns: [{ role: "user", content: "Opened" }], panes: [] });
const isClosed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
const save = () => pressText("Save");

beforeAll(() => Promise.all([import("./save-dialog"), import("./open-dialog")]));

it("notes a playground that was saved after the dialog was closed, and closes no other dialog", async () => {
  const creating = laterAnswer();
  const requests = relay({ "/obj/create": creating.answer });
  show({});
  await press("Save");
  await write("Name", "capitals");
  await save();
  await waitFor(() => expect(requests.some(({ path }) => path === "/obj/create")).toBe(true));
  await userEvent.keyboard("{Escape}");
  await isClosed();
  await press("History");
  expect(await screen.findByText("No runs yet.")).toBeDefined();
  creating.give({ digest: "d", object_id: "capitals", version_index: 2 });
  expect(await screen.findByText("Saved v3 of capitals")).toBeDefined();
  expect(screen.getByText("No runs yet.")).toBeDefined();
  await userEvent.keyboard("{Escape}");
  await isClosed();
  await press("Save");
  expect(box("Name").value).toBe("capitals");
});

it("says that a playground could not be saved also after the dialog was closed", async () => {
  const creating = laterAnswer();
  const requests = relay({ "/obj/create": creating.answer });
  show({});
  await press("Save");
  await write("Name", "capitals");
  await save();
  await waitFor(() => expect(requests.some(({ path }) => path === "/obj/create")).toBe(true));
  await userEvent.keyboard("{Escape}");
  await isClosed();
  creating.give(refusal("bad_request", "Too long"));
  expect(await screen.findByText("Could not save the playground: Too long (request r-1)")).toBeDefined();
});

it("names the fields of a playground that the service rejects, and limits the name to what it stores", async () => {
  const errors = [{ path: "obj.object_id", message: "has a control character" }];
  relay({ "/obj/create": refusal("bad_request", "Invalid request", { errors }) });
  show({});
  await press("Save");
  await write("Name", "capitals");
  expect(box("Name").maxLength).toBe(1024);
  await save();
  await waitFor(() =>
    expect(alert()).toBe("Could not save the playground: obj.object_id has a control character (request r-1)"),
  );
});

it("opens no playground that is read after the dialog was closed", async () => {
  const reading = laterAnswer();
  const requests = relay({ "/obj/read": reading.answer });
  show({ turns: messages });
  await press("Open");
  const [preset] = await screen.findAllByText("greet");
  if (preset) await userEvent.click(preset);
  await waitFor(() => expect(requests.some(({ path }) => path === "/obj/read")).toBe(true));
  await userEvent.keyboard("{Escape}");
  await isClosed();
  reading.give({ obj: version("d0", 0, JSON.parse(writePreset(opened).text)) });
  await userEvent.type(box("Content of message 1"), "!");
  expect(box("Content of message 1").value).toBe("Hi {{name}}!");
});
