// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { PathParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { renderPage } from "@/components/ui/test-page";

import { StoredMedia } from "./stored-media";

const asked = vi.fn<(address: string, init: RequestInit) => Promise<Response>>();

beforeEach(() => {
  vi.stubGlobal("fetch", asked);
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:picture");
  vi.spyOn(URL, "revokeObjectURL").mockReturnValue(undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  asked.mockReset();
});

function show(mediaType: string) {
  const media = mediaType.startsWith("image/") ? "image" : "file";
  renderPage(
    <PathParamsContext.Provider value={{ entity: "acme", project: "my%20bot" }}>
      <StoredMedia file="abc" part={{ type: "link", media, mediaType, file: "abc" }} />
    </PathParamsContext.Provider>,
  );
}

const bytes = () =>
  new Response(new Uint8Array([1, 2, 3]), { headers: { "content-type": "application/octet-stream" } });

it("shows an image of the project", async () => {
  asked.mockImplementation(async () => bytes());
  show("image/png");
  expect((await screen.findByRole("img")).getAttribute("src")).toBe("blob:picture");
  expect(asked.mock.calls[0]?.[1].body).toBe('{"project_id":"acme/my bot","digest":"abc"}');
});

it.each(["application/pdf", "image/svg+xml"])("offers %s to download without showing it", async (type) => {
  asked.mockImplementation(async () => bytes());
  show(type);
  expect(await screen.findByRole("button", { name: "Download" })).toBeTruthy();
  expect(screen.queryByRole("img")).toBeNull();
});

it("says that a file is missing", async () => {
  const error = { code: "not_found", message: "There is no file abc", request_id: "r" };
  asked.mockImplementation(async () => Response.json(error, { status: 404 }));
  show("image/png");
  expect(await screen.findByText(/was not uploaded/)).toBeTruthy();
});
