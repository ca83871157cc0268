// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { renderPage } from "@/components/ui/test-page";
import { standInRelay } from "@/lib/client/test-relay";
import type { ScoringRule } from "@/lib/contract/scoring";

import { RulePeek } from "./rule-peek";
import { judgeObject, ruleOf } from "./test-rule";

const stored = { "/obj/read": { obj: judgeObject("polite") } };
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const href = (name: string) => screen.getByRole("link", { name }).getAttribute("href");

function show(change: Partial<ScoringRule> = {}, mayChange = true) {
  renderPage(<RulePeek rule={ruleOf(change)} mayChange={mayChange} onClose={() => undefined} />);
}

it("links to the scores, and to an alert on the share of those that are true", async () => {
  standInRelay(stored);
  show();
  expect(await screen.findByRole("link", { name: "polite v4" })).toBeTruthy();
  expect(href("Scores")).toBe("/acme/bot/feedback?type=core.runnable.polite");
  const calls = new URLSearchParams(href("Scored calls")?.split("?")[1]);
  expect(calls.get("q")).toBe('has:"feedback.[core.runnable.polite].payload.output"');
  expect(href("Alert on these scores")).toBe(
    "/acme/bot/alerts?new=feedback_share&feedback_type=core.runnable.polite&feedback_value=true",
  );
});

it("says why it is paused, and that calls which come meanwhile are for a backfill", async () => {
  const requests = standInRelay({ ...stored, "/scoring/update": { rule: ruleOf() } });
  show({ status: "paused", reason: "The budget of $5.00 is used up" });
  expect(screen.getByText("Paused: The budget of $5.00 is used up")).toBeTruthy();
  expect(screen.getByText(/Run a backfill to score calls that arrived while it was paused/)).toBeTruthy();
  await userEvent.click(button("Resume"));
  const sent = requests.find(({ path }) => path === "/scoring/update");
  expect(JSON.parse(sent?.body ?? "")).toMatchObject({ action: "resume" });
});

it("lists the calls that failed with the reasons, and retries them", async () => {
  const failures = [
    {
      call_id: "call/1",
      scorer_ref: "core:///acme/bot/object/polite:d1",
      failure: "The judge did not answer",
      failed_at: "2026-11-20T08:00:00.000000Z",
    },
  ];
  const requests = standInRelay({
    ...stored,
    "/scoring/failures": { failures },
    "/scoring/update": { rule: ruleOf() },
  });
  show({ calls: { waiting: 0, sent: 0, scored: 1, failed: 1 } });
  const list = within(await screen.findByRole("list", { name: "Failures" }));
  expect(await list.findByText("The judge did not answer")).toBeTruthy();
  expect(href("call/1")).toBe("/acme/bot/calls/call%2F1");
  await userEvent.click(button("Retry 1 failed call"));
  const sent = requests.find(({ path }) => path === "/scoring/update");
  expect(JSON.parse(sent?.body ?? "")).toMatchObject({ action: "retry_failed" });
});

it("is only read by viewers, who see why", () => {
  standInRelay(stored);
  show({}, false);
  for (const name of ["Pause", "Edit", "Backfill", "Delete"]) {
    expect(button(name).disabled).toBe(true);
    expect(button(name).title).toContain("member role");
  }
});

it("scores earlier calls once it has said how many they are and what that costs", async () => {
  const estimate = { matching: 1_300, sampled: 130, known: 6, cost_usd: 4.2, basis: "lengths" };
  const requests = standInRelay({
    ...stored,
    "/scoring/estimate": estimate,
    "/scoring/backfill": { rule: ruleOf() },
  });
  show();
  await userEvent.click(button("Backfill"));
  const dialog = within(await screen.findByRole("dialog", { name: "Backfill Polite answers" }));
  const score = await dialog.findByRole("button", { name: "Score 124 traces" });
  expect(dialog.getByText("about $4.20")).toBeTruthy();
  expect(dialog.getByText(/a rough estimate/)).toBeTruthy();
  expect(dialog.getByText(/\$3.50 of the budget is left/)).toBeTruthy();
  await userEvent.click(score);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const bodyOf = (path: string): unknown => JSON.parse(requests.find((one) => one.path === path)?.body ?? "");
  const { start, end } = bodyOf("/scoring/estimate") as { start: string; end: string };
  expect(bodyOf("/scoring/backfill")).toEqual({ project_id: "acme/bot", id: ruleOf().id, start, end });
});

it("has nothing to backfill where every call is known", async () => {
  standInRelay({
    ...stored,
    "/scoring/estimate": { matching: 3, sampled: 3, known: 3, cost_usd: 0, basis: "no_judge" },
  });
  show();
  await userEvent.click(button("Backfill"));
  const score = await screen.findByRole<HTMLButtonElement>("button", { name: "Nothing to score" });
  expect(score.disabled).toBe(true);
  expect(screen.getByText("free")).toBeTruthy();
});
