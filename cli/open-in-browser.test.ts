import { expect, it } from "vitest";
import { browserCommand } from "./open-in-browser";

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
