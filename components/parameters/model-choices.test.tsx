// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { renderPage } from "@/components/ui/test-page";
import { laterAnswer, standInRelay } from "@/lib/client/test-relay";

import { ModelChoices } from "./model-choices";

const model = (id: string) => ({ id, object: "model", created: 0, owned_by: "here", root: id });
const models = { object: "list", data: [model("m-1"), model("m-2")] };

function show() {
  const { answer, give } = laterAnswer();
  standInRelay({ "/v1/models": answer });
  const onChoose = vi.fn<(id: string) => void>();
  renderPage(<ModelChoices model="" onChoose={onChoose} />);
  return { onChoose, load: () => give(models) };
}

it("takes the name that was typed while the models load, once they are there", async () => {
  const { onChoose, load } = show();
  await userEvent.type(screen.getByRole("combobox"), "m-2");
  load();
  await screen.findByRole("option", { name: /^m-2/ });
  await userEvent.keyboard("{Enter}");
  expect(onChoose.mock.calls).toEqual([["m-2"]]);
});

it("takes it before they are there, too", async () => {
  const { onChoose } = show();
  await userEvent.type(screen.getByRole("combobox"), "m-2{Enter}");
  expect(onChoose.mock.calls).toEqual([["m-2"]]);
});
