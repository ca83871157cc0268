// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { renderPage } from "@/components/ui/test-page";
import { refusal, standInRelay } from "@/lib/client/test-relay";

import { RuleDialog } from "./rule-dialog";
import { judgeObject, PROJECT, ruleOf } from "./test-rule";

const scorers = { "/objs/query": { objs: [judgeObject("polite"), judgeObject("right", "Is it {{expected}}?")] } };
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const scorer = () => screen.getByLabelText<HTMLSelectElement>("Scorer");

function show(props: Partial<Parameters<typeof RuleDialog>[0]> = {}) {
  const done = { onClose: vi.fn<() => void>(), onSaved: vi.fn<() => void>() };
  renderPage(<RuleDialog projectId={PROJECT} {...done} {...props} />);
  return done;
}

it("offers the scorers that need no expected answer, and creates a rule with what is typed", async () => {
  const requests = standInRelay({ ...scorers, "/scoring/create": { rule: ruleOf() } });
  const { onClose, onSaved } = show({ start: { unit: "calls", filter: "kind:llm" } });
  await screen.findByRole("option", { name: "polite v4 · Judge (m-1)" });
  expect(screen.queryByRole("option", { name: /right/ })).toBeNull();
  expect(screen.getByText(/1 scorer is not offered/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Create rule" }));
  expect(scorer().getAttribute("aria-invalid")).toBe("true");
  await userEvent.selectOptions(scorer(), "polite v4 · Judge (m-1)");
  await userEvent.clear(field("Sampling, %"));
  await userEvent.type(field("Sampling, %"), "2.5");
  await userEvent.type(field("Budget in USD"), "5{Enter}");
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(onSaved).toHaveBeenCalledOnce();
  const sent: unknown = JSON.parse(requests.find(({ path }) => path === "/scoring/create")?.body ?? "");
  expect(sent).toEqual({
    project_id: PROJECT,
    id: expect.stringMatching(/^[0-9a-f-]{13}-7/),
    name: "polite",
    scorer_ref: "core:///acme/bot/object/polite:d1",
    unit: "calls",
    query: { $expr: { $eq: [{ $getField: "overview.kind" }, { $literal: "llm" }] } },
    sampling_rate: 0.025,
    budget_usd: 5,
  });
});

it("shows what the service refuses at its field, and sends the same rule with the same id", async () => {
  const errors = [{ path: "query.$expr", message: "must not name related calls" }];
  const requests = standInRelay({
    ...scorers,
    "/scoring/create": refusal("invalid", "The request is invalid", { status: 422, errors }),
  });
  show({ start: { unit: "traces", scorer: "core:///acme/bot/object/polite:d1" } });
  const save = screen.getByRole("button", { name: "Create rule" });
  await userEvent.click(save);
  expect(await screen.findByText("Must not name related calls")).toBeTruthy();
  expect(field("Filter").getAttribute("aria-invalid")).toBe("true");
  await userEvent.click(save);
  await userEvent.type(field("Filter"), "kind:llm");
  expect(field("Filter").getAttribute("aria-invalid")).toBeNull();
  await userEvent.click(save);
  const idsSent = () =>
    requests.filter(({ path }) => path === "/scoring/create").map(({ body }) => /"id":"([^"]+)"/.exec(body)?.[1]);
  await waitFor(() => expect(idsSent()).toHaveLength(3));
  const [first, again, other] = idsSent();
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

it("keeps an earlier version of a scorer in a rule that is edited", async () => {
  const before = ruleOf();
  const definition = { ...before.definition, scorer_ref: "core:///acme/bot/object/polite:d0" };
  const requests = standInRelay({ ...scorers, "/scoring/update": { rule: before } });
  const { onClose } = show({ rule: { ...before, definition } });
  expect(await screen.findByRole("option", { name: "polite, an earlier version" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Save rule" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const sent: unknown = JSON.parse(requests.find(({ path }) => path === "/scoring/update")?.body ?? "");
  expect(sent).toEqual({ project_id: PROJECT, id: before.id, definition });
});
