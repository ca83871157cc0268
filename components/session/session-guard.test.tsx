// @vitest-environment jsdom
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useEffect } from "react";
import { expect, it, vi } from "vitest";

import { renderPage } from "@/components/ui/test-page";
import { sessionGate } from "@/lib/client/browser-client";

import { SessionGuard } from "./session-guard";

function Page({ answer, onCache }: { answer: () => string; onCache: (cache: QueryClient) => void }) {
  const cache = useQueryClient();
  useEffect(() => onCache(cache), [cache, onCache]);
  const { data } = useQuery({ queryKey: ["shown"], queryFn: answer });
  return <p>{data}</p>;
}

it("reads what is shown again after a sign-in, and keeps nothing else that was read before", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ csrfToken: "t", url: "/" }));
  let reads = 0;
  let cache: QueryClient | undefined;
  const onCache = (given: QueryClient) => {
    cache = given;
  };
  renderPage(
    <SessionGuard userName="ann" serviceName="main" asksUserName={false} takesLinks={false}>
      <Page answer={() => `read ${(reads += 1)}`} onCache={onCache} />
    </SessionGuard>,
  );
  await screen.findByText("read 1");
  cache?.setQueryData(["left"], "of the person before");

  const waiting = sessionGate.renewedSince(sessionGate.epoch, new Error("refused"));
  await userEvent.type(await screen.findByLabelText("API key"), "lp_1_2");
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
  await waiting;

  await screen.findByText("read 2");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(cache?.getQueryData(["left"])).toBeUndefined();
});
