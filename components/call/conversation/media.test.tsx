// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { renderPage } from "@/components/ui/test-page";
import { JsonText } from "@/lib/json/text";
import { readConversation } from "@/lib/trace/conversation";

import { Conversation } from "./conversation";

const made = vi.fn<(blob: Blob) => string>();

beforeEach(() => {
  made.mockReturnValue("blob:file");
  vi.spyOn(URL, "createObjectURL").mockImplementation((object) => (object instanceof Blob ? made(object) : ""));
  vi.spyOn(URL, "revokeObjectURL").mockReturnValue(undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  made.mockReset();
});

const PNG = "iVBORw0KGgoAAAANSUhEUg==";

function show(...content: object[]) {
  const inputs = new JsonText(JSON.stringify({ messages: [{ role: "user", content }] }));
  const { input = [] } = readConversation(inputs, undefined) ?? {};
  renderPage(<Conversation label="Input" messages={input} tools={new Map()} />);
}

const message = () => screen.getByRole("article", { name: "user message" });
const image = (url: string) => ({ type: "image_url", image_url: { url } });
const file = (file_data: string, filename: string) => ({ type: "file", file: { file_data, filename } });

describe("an embedded file", () => {
  it("is an image at its place in the text", async () => {
    show({ type: "text", text: "Look" }, image(`data:image/png;base64,${PNG}`), { type: "text", text: "and say" });
    const shown = await screen.findByRole("img");
    expect(shown.getAttribute("src")).toBe("blob:file");
    expect(message().textContent).toMatch(/Look.*image\/png.*16\sB.*and say/s);
    expect(made.mock.calls[0]?.[0].type).toBe("image/png");
  });

  it("is a player if it is audio", async () => {
    show({ type: "input_audio", input_audio: { data: "UklGRiQAAABXQVZFZm10IA==", format: "wav" } });
    const player = await screen.findByLabelText("audio/wav in the message");
    expect([player.tagName, player.getAttribute("src")]).toEqual(["AUDIO", "blob:file"]);
  });

  it("can be downloaded if it is neither", async () => {
    show(file("data:application/pdf;base64,JVBERi0xLjcK", "terms.pdf"));
    expect(await screen.findByText("terms.pdf")).toBeTruthy();
    expect(made).not.toHaveBeenCalled();
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    fireEvent.click(screen.getByRole("button", { name: /^Download/ }));
    expect(names).toEqual(["terms.pdf"]);
    expect(made.mock.calls[0]?.[0].size).toBe(9);
  });

  it("is shown on request if it is large", async () => {
    show(image(`data:image/png;base64,${PNG.slice(0, 16)}${"A".repeat(4_000_000)}`));
    const ask = await screen.findByRole("button", { name: "Show image/png" });
    expect(screen.queryByRole("img")).toBeNull();
    fireEvent.click(ask);
    expect(await screen.findByRole("img")).toBeTruthy();
  });

  it.each([
    ["data:image/png;base64,iVBORw0KGgo...[truncated]", "incomplete"],
    ["data:image/png;base64,A", "incomplete"],
  ])("%s cannot be decoded", async (url, words) => {
    show(image(url));
    expect(await screen.findByText(new RegExp(words))).toBeTruthy();
    expect(screen.queryByRole("img")).toBeNull();
  });

  it("that the browser cannot show stays a download", async () => {
    show(image(`data:image/png;base64,${PNG}`));
    fireEvent.error(await screen.findByRole("img"));
    expect(screen.queryByRole("img")).toBeNull();
    expect(screen.getByRole("button", { name: /^Download/ })).toBeTruthy();
  });

  it.each([
    ["an SVG", "data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+"],
    ["an SVG as text", "data:image/svg+xml,<svg onload='alert(1)'/>"],
    ["HTML", "data:text/html,<script>alert(1)</script>"],
    ["HTML that says it is an image too", "data:text/html;image/png;base64,PHNjcmlwdD4="],
  ])("is never opened if it is %s", async (_what, url) => {
    show(image(url));
    expect(await screen.findByRole("button", { name: /^Download/ })).toBeTruthy();
    expect(message().querySelector("img, a, iframe, object, embed, script, svg script")).toBeNull();
    expect(made).not.toHaveBeenCalled();
  });
});

describe("any other file", () => {
  it("is a link if it is on another server, and nothing is loaded", () => {
    show(image("https://example.com/cat.png"));
    const link = screen.getByRole("link", { name: "https://example.com/cat.png" });
    expect([link.getAttribute("href"), link.getAttribute("rel")]).toEqual([
      "https://example.com/cat.png",
      "noreferrer noopener",
    ]);
    expect(message().querySelector("img, audio, video, iframe")).toBeNull();
  });

  it.each([
    "javascript:alert(1)",
    " https://example.com/a.png",
    "gs://bucket/a.png",
    "//example.com/a.png",
    "<replaced>",
  ])("%s is text", (url) => {
    show(image(url));
    expect(message().textContent).toContain(url.trim());
    expect(message().querySelector("a, img")).toBeNull();
  });

  it("says that the provider has it, or that nobody does", () => {
    show({ type: "file", file: { file_id: "file-abc" } }, { type: "blob", modality: "image", mime_type: "image/png" });
    expect(message().textContent).toMatch(/file\s*file-abc\s*stored by the provider/);
    expect(message().textContent).toMatch(/image\/png\s*content not recorded/);
  });

  it("shows the text of a document", () => {
    show({ type: "document", title: "Terms", source: { type: "text", media_type: "text/plain", data: "Be kind." } });
    expect(message().textContent).toMatch(/Terms.*Be kind\./s);
  });
});

it("shows a limited number of parts at first", () => {
  show(...Array.from({ length: 205 }, (_, index) => ({ type: "text", text: `part ${index}` })));
  expect(screen.queryByText("part 200")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Show 5 more parts" }));
  expect(screen.getByText("part 204")).toBeTruthy();
});
