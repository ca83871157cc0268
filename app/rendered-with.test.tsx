// @vitest-environment jsdom
import { QueryClientProvider, queryOptions, useQuery } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";

import { renderPage } from "@/components/ui/test-page";
import { JsonText } from "@/lib/json/text";
import { portableState } from "@/lib/queries/portable-state";
import { createQueryClient } from "@/lib/queries/query-client";

import { RenderedWith } from "./rendered-with";

const payload = new JsonText("12345678901234567890");

function payloadQuery(read: () => Promise<JsonText>) {
  return queryOptions({ queryKey: ["payload"], queryFn: read, staleTime: 5_000 });
}

function Payload({ read }: { read: () => Promise<JsonText> }) {
  const { data, error } = useQuery(payloadQuery(read));
  return <p>{error ? error.message : (data?.text ?? "loading")}</p>;
}

it("gives components what was read for them before they request it", async () => {
  const cache = createQueryClient(false);
  await cache.fetchQuery(payloadQuery(() => Promise.resolve(payload)));
  const state = portableState(cache, 1_000);
  const read = vi.fn<() => Promise<JsonText>>(() => Promise.resolve(payload));
  renderPage(
    <RenderedWith state={state}>
      <Payload read={read} />
    </RenderedWith>,
  );
  await screen.findByText("12345678901234567890");
  expect(read).not.toHaveBeenCalled();
});

it("leaves what the server could not read to the components, with their own errors", async () => {
  const cache = createQueryClient(false);
  await cache.prefetchQuery(payloadQuery(() => Promise.reject(new Error("The service is down."))));
  renderPage(
    <RenderedWith state={portableState(cache, 1_000)}>
      <Payload read={() => Promise.reject(new Error("The service did not respond."))} />
    </RenderedWith>,
  );
  expect(await screen.findByText("The service did not respond.")).toBeTruthy();
});

it("leaves what was read since then when it is shown once more, as by Back", async () => {
  const server = createQueryClient(false);
  server.setQueryData(["payload"], payload);
  const state = portableState(server, 1_000);
  const cache = createQueryClient(false);
  const page = () =>
    renderPage(
      <QueryClientProvider client={cache}>
        <RenderedWith state={state}>
          <Payload read={() => Promise.resolve(payload)} />
        </RenderedWith>
      </QueryClientProvider>,
    );
  const first = page();
  await screen.findByText("12345678901234567890");
  cache.setQueryData(["payload"], new JsonText("2"), { updatedAt: Date.now() + 1 });
  first.unmount();
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 10_000);
  page();
  expect(cache.getQueryData(["payload"])).toEqual(new JsonText("2"));
});
