import { expect, test } from "vitest";
import { isInstalled } from "./install.mjs";

const here = { os: [process.platform], cpu: [process.arch] };
const wanted = {
  "": { version: "1.0.0" },
  "node_modules/a": { version: "1.0.0" },
  "node_modules/native-here": { version: "1.0.0", optional: true, ...here },
  "node_modules/native-there": { version: "1.0.0", optional: true, os: ["plan9"] },
};
const a = { "node_modules/a": { version: "1.0.0" } };

test.each([
  ["everything of this platform", { ...a, "node_modules/native-here": { version: "1.0.0", ...here } }, true],
  ["without an optional package", a, true],
  ["nothing", {}, false],
  ["an older version", { "node_modules/a": { version: "0.9.0" } }, false],
  ["a package that the lock file no longer has", { ...a, "node_modules/b": { version: "1.0.0" } }, false],
  ["packages of another platform", { ...a, "node_modules/native-there": { version: "1.0.0", os: ["plan9"] } }, false],
])("installed: %s", (_name, installed, expected) => {
  expect(isInstalled(wanted, installed)).toBe(expected);
});
