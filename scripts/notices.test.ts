import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { bundledPackages, noticesOf } from "./notices.mjs";

const MIT = "Permission is hereby granted, free of charge, to any person";

/** A folder with these files, as text or as values of JSON. */
function folderWith(files: Record<string, unknown>): string {
  const root = mkdtempSync(path.join(tmpdir(), "loupe-notices-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const folders = Object.keys(files).filter((name) => /^node_modules\/.*package\.json$/.test(name));
  const packages = Object.fromEntries(folders.map((name) => [path.dirname(name), {}]));
  const all = { "node_modules/.package-lock.json": { packages }, ...files };
  for (const [name, content] of Object.entries(all)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), typeof content === "string" ? content : JSON.stringify(content));
  }
  return root;
}

const mapOf = (...sources: string[]) => ({ sources });
const installed = (name: string) => ({ [`node_modules/${name}/package.json`]: {} });
const EMPTY_BUILD = {
  "dist/a.mjs.map": mapOf(),
  ".next/static/a.js.map": mapOf(),
  ".next/server/a.js.map": mapOf(),
  ".next/standalone/node_modules/traced/index.js": "",
  "app/globals.css": "",
  ...installed("traced"),
};

test.each<[string, Record<string, unknown>, string[]]>([
  [
    "a bundle of the service",
    { ...installed("pg"), "dist/a.mjs.map": mapOf("../node_modules/pg/lib/a.js", "../service/a.ts") },
    ["node_modules/pg"],
  ],
  [
    "a script of a page, in sections",
    {
      ...installed("@x/y"),
      ".next/static/a.js.map": { sections: [{ map: mapOf("turbopack:///[project]/node_modules/%40x/y/a.js") }] },
    },
    ["node_modules/@x/y"],
  ],
  ["a stylesheet", { ...installed("font"), "app/globals.css": '@import "font/wght.css";' }, ["node_modules/font"]],
  [
    "a package within a package",
    {
      ...installed("a"),
      ...installed("a/node_modules/b"),
      "dist/a.mjs.map": mapOf("node_modules/a/node_modules/b/b.js"),
    },
    ["node_modules/a/node_modules/b"],
  ],
  [
    "a script of a package that has another package in it, of which two versions are installed",
    {
      ...installed("b"),
      ...installed("c/node_modules/b"),
      ...installed("not-b"),
      "dist/a.mjs.map": mapOf("node_modules/a/node_modules/b/b.js"),
    },
    ["node_modules/b", "node_modules/c/node_modules/b"],
  ],
  [
    "a script of a package that has another package in it, which is not installed",
    { "dist/a.mjs.map": mapOf("node_modules/node_modules/.pnpm/b@1.2.0_c@2.0.0/node_modules/b/b.js") },
    ["b@1.2.0"],
  ],
  [
    "what Next.js has in it",
    {
      ...installed("next"),
      ...installed("next/dist/compiled/cookie"),
      ...installed("next/dist/compiled/hash.js/sha256"),
      "node_modules/next/dist/server.js.map": mapOf("webpack://next/./dist/compiled/cookie/index.js"),
      ".next/standalone/node_modules/next/dist/server.js": "",
      ".next/standalone/node_modules/next/dist/compiled/hash.js/sha256/index.js": "",
    },
    ["node_modules/next", "node_modules/next/dist/compiled/cookie", "node_modules/next/dist/compiled/hash.js/sha256"],
  ],
])("the package of %s is found", (_where, files, expected) => {
  const root = folderWith({ ...EMPTY_BUILD, ...files });
  expect(bundledPackages(root)).toEqual([...expected, "node_modules/traced"].toSorted());
});

test.each(["dist", ".next/static", ".next/server"])("without source maps in %s, packages could be missed", (place) => {
  const files = Object.entries(EMPTY_BUILD).map(([name, content]) => [
    name.startsWith(place) ? name.replace(".map", "") : name,
    content,
  ]);
  expect(() => bundledPackages(folderWith(Object.fromEntries(files)))).toThrow(`${place} has no source maps`);
});

test("each package has its name, version, license and texts; a text may be in the readme", () => {
  const root = folderWith({
    "node_modules/a/package.json": { name: "a", version: "1.0.0", license: "Apache-2.0" },
    "node_modules/a/LICENSE": "The license\n",
    "node_modules/a/NOTICE.md": "The notice\n",
    "node_modules/b/package.json": { name: "b", version: "2.0.0", license: "MIT" },
    "node_modules/b/README.md": `# b\n\nWords.\n\n## License\n\n${MIT}\n`,
  });
  const text = noticesOf(["node_modules/a", "node_modules/b"], root);
  expect(text.split("\n").filter(Boolean)).toEqual([
    "Loupe contains these packages of others:",
    "a 1.0.0: Apache-2.0",
    "b 2.0.0: MIT",
    "=".repeat(80),
    "a 1.0.0: Apache-2.0",
    "The license",
    "The notice",
    "=".repeat(80),
    "b 2.0.0: MIT",
    MIT,
  ]);
});

test("a package that comes without a text has the one that is kept for it", () => {
  const kept = readFileSync("scripts/licenses/fast-uri.txt", "utf8");
  expect(noticesOf(["fast-uri@3.1.8"])).toContain(`fast-uri 3.1.8: BSD-3-Clause\n\n${kept.split("\n\n")[1]}`);
});

test("packages without a text, and with a license that is not in the list, are all named", () => {
  const root = folderWith({
    "node_modules/a/package.json": { name: "a", version: "1.0.0", license: "MIT" },
    "node_modules/b/package.json": { name: "b", version: "2.0.0", license: "GPL-3.0-only" },
    "node_modules/b/LICENSE": "The license",
  });
  expect(() => noticesOf(["c@3.0.0", "node_modules/a", "node_modules/b"], root)).toThrow(
    [
      "c 3.0.0 has no license text",
      "the license of c 3.0.0 is not in the list: not stated",
      "a 1.0.0 has no license text",
      "the license of b 2.0.0 is not in the list: GPL-3.0-only",
    ].join("\n"),
  );
});
