// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { noteOf } from "@/components/ui/test-fields";
import { renderPage } from "@/components/ui/test-page";
import { laterAnswer, refusal, standInRelay } from "@/lib/client/test-relay";

import { specObject } from "../test-specs";
import { NewQueue } from "./new-queue";

const name = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Name" });
const create = () => userEvent.click(screen.getByRole("button", { name: "Create queue" }));

it("is not created over another object, which its field says, until it has another name", async () => {
  const taken = specObject("november", { type: "boolean" });
  const requests = standInRelay({
    "/objs/query": { objs: [specObject("tone", { enum: ["kind", "rude"] })] },
    "/obj/read": ({ body }) =>
      JSON.parse(body).object_id === "november"
        ? { obj: taken }
        : refusal("not_found", "no such object", { status: 404 }),
    "/obj/create": { digest: "d", object_id: "december", version_index: 0 },
  });
  const onPush = vi.fn<(href: string) => void>();
  renderPage(<NewQueue projectId="acme/bot" />, { search: "ids=a,b", onPush });
  await screen.findByRole("checkbox", { name: "tone" });
  await userEvent.type(name(), "november");
  await create();
  await waitFor(() => expect(noteOf(name())).toBe("A queue or another object already has this name"));
  expect(screen.queryByText(/Not saved/)).toBeNull();
  expect(onPush).not.toHaveBeenCalled();
  await userEvent.clear(name());
  await userEvent.type(name(), "december");
  expect(noteOf(name())).toBeUndefined();
  await create();
  await waitFor(() => expect(onPush).toHaveBeenCalledWith("/acme/bot/feedback/queues/december"));
  const sent = requests.filter(({ path }) => path === "/obj/create").map(({ body }) => JSON.parse(body).obj);
  expect(sent.map(({ object_id, replaces, val }) => [object_id, replaces, val.call_ids])).toEqual([
    ["december", null, ["a", "b"]],
  ]);
});

it("cannot be created before its annotations are read", async () => {
  const specs = laterAnswer();
  standInRelay({ "/objs/query": specs.answer });
  renderPage(<NewQueue projectId="acme/bot" />, { search: "ids=a,b" });
  const button = screen.getByRole("button", { name: "Create queue" });
  await screen.findByText("2 calls");
  expect(button).toHaveProperty("disabled", true);
  specs.give({ objs: [specObject("tone", { enum: ["kind", "rude"] })] });
  await screen.findByRole("checkbox", { name: "tone" });
  expect(button).toHaveProperty("disabled", false);
});

it("asks in the order that its author gives, also after the form is opened again", async () => {
  const names = ["accuracy", "tone", "length"];
  const requests = standInRelay({
    "/objs/query": { objs: names.map((one) => specObject(one, { type: "boolean" })) },
    "/obj/read": () => refusal("not_found", "no such object", { status: 404 }),
    "/obj/create": { digest: "d", object_id: "november", version_index: 0 },
  });
  const form = renderPage(<NewQueue projectId="acme/ordered" />, { search: "ids=a" });
  await screen.findByRole("checkbox", { name: "tone" });
  await userEvent.click(screen.getByRole("button", { name: "Move length up" }));
  await userEvent.click(screen.getByRole("button", { name: "Move length up" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "accuracy" }));
  form.unmount();
  renderPage(<NewQueue projectId="acme/ordered" />, { search: "ids=a" });
  await screen.findByRole("checkbox", { name: "tone" });
  await userEvent.type(name(), "november");
  await create();
  await waitFor(() => expect(requests.some(({ path }) => path === "/obj/create")).toBe(true));
  const [sent] = requests.filter(({ path }) => path === "/obj/create").map(({ body }) => JSON.parse(body).obj);
  expect(sent.val.annotations).toEqual(["length", "tone"]);
});
