// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { renderPage } from "@/components/ui/test-page";
import { standInRelay } from "@/lib/client/test-relay";

import { CallMissing } from "./call-missing";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

it("leads to the root call if the ID in the address is that of a trace", async () => {
  standInRelay({ "/ids/find": { found: [{ kind: "trace", id: TRACE, ref: "core:///acme/bot/call/root" }] } });
  const opened: string[] = [];
  renderPage(<CallMissing projectId="acme/bot" callId={TRACE} />, { onPush: (href) => opened.push(href) });
  await expect.poll(() => opened).toEqual(["/acme/bot/calls/root"]);
});

it("waits for a call that nothing is known of", async () => {
  const requests = standInRelay({ "/ids/find": { found: [] } });
  const opened: string[] = [];
  renderPage(<CallMissing projectId="acme/bot" callId={TRACE} />, { onPush: (href) => opened.push(href) });
  await expect.poll(() => requests).toHaveLength(1);
  expect([screen.getByText("Call not found").textContent, opened]).toEqual(["Call not found", []]);
});
