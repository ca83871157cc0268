// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
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
  const medium = mediaType.startsWith("image/") ? "image" : "file";
  renderPage(
    <PathParamsContext.Provider value={{ entity: "acme", project: "my%20bot" }}>
      <StoredMedia part={{ type: "media", medium, mediaType, file: "abc" }} digest="abc" isShown />
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
  expect(await screen.findByRole("button", { name: `Download ${type}` })).toBeTruthy();
  expect(screen.queryByRole("img")).toBeNull();
});

it("says that a file is missing", async () => {
  const error = { code: "not_found", message: "There is no file abc", request_id: "r" };
  asked.mockImplementation(async () => Response.json(error, { status: 404 }));
  show("image/png");
  expect(await screen.findByText(/was not uploaded/)).toBeTruthy();
});

it("recognizes a file of unknown type by its first bytes", async () => {
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  asked.mockImplementation(async () => new Response(png));
  renderPage(
    <PathParamsContext.Provider value={{ entity: "acme", project: "bot" }}>
      <StoredMedia part={{ type: "media", medium: "file", file: "def" }} digest="def" isShown />
    </PathParamsContext.Provider>,
  );
  expect(await screen.findByRole("img", { name: "image/png in the message" })).toBeTruthy();
});

it("loads a file that is not shown at once when it is asked for", async () => {
  asked.mockImplementation(async () => bytes());
  renderPage(
    <PathParamsContext.Provider value={{ entity: "acme", project: "bot" }}>
      <StoredMedia
        part={{ type: "media", medium: "image", mediaType: "image/png", file: "ghi" }}
        digest="ghi"
        isShown={false}
      />
    </PathParamsContext.Provider>,
  );
  expect(asked).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Show image/png" }));
  expect(await screen.findByRole("img")).toBeTruthy();
});
