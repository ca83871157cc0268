import { expect, it } from "vitest";
import { browserCommand, webAddress } from "./open-in-browser";

it.each<[NodeJS.Platform, Record<string, string>, readonly string[] | undefined]>([
  ["darwin", {}, ["open"]],
  ["win32", {}, ["rundll32", "url.dll,FileProtocolHandler"]],
  ["linux", { DISPLAY: ":0" }, ["xdg-open"]],
  ["linux", { WAYLAND_DISPLAY: "wayland-0" }, ["xdg-open"]],
  ["linux", { DISPLAY: ":0", BROWSER: "firefox" }, ["firefox"]],
  // A list of commands, or one with a place for the address, is left to xdg-open.
  ["linux", { DISPLAY: ":0", BROWSER: "firefox:chromium %s" }, ["xdg-open"]],
  ["linux", {}, undefined],
])("on %s with %j: %j", (platform, environment, command) =>
  expect(browserCommand(environment, platform)).toEqual(command),
);

it.each([
  ["https://loupe.example.com/a/b?q=1", "https://loupe.example.com/a/b?q=1"],
  ["http://127.0.0.1:3000", "http://127.0.0.1:3000/"],
  ["HTTPS://loupe.example.com/a b", "https://loupe.example.com/a%20b"],
  ["file:///etc/passwd", undefined],
  ["javascript:alert(1)", undefined],
  ["vscode://open", undefined],
  ["smb://example.com/share", undefined],
  ["--version", undefined],
  ["-a Calculator", undefined],
  ["/a/b", undefined],
  ["", undefined],
])("%s is opened as %s", (address, opened) => {
  expect(webAddress(address)).toBe(opened);
});
