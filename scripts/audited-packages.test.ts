import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { auditedLock, problemsIn } from "./audited-packages.mjs";

const roots: string[] = [];
afterEach(() => roots.splice(0).forEach((root) => rmSync(root, { recursive: true })));

function rootWith(packages: Record<string, object>): string {
  const root = mkdtempSync(path.join(tmpdir(), "loupe-audited-"));
  roots.push(root);
  for (const [folder, own] of Object.entries(packages)) {
    mkdirSync(path.join(root, folder), { recursive: true });
    writeFileSync(path.join(root, folder, "package.json"), JSON.stringify(own));
  }
  return root;
}

test("every bundled package is audited, in each of its versions, also within others; what has no version is named", () => {
  const packages = {
    "node_modules/zod": { name: "zod", version: "4.1.0" },
    "node_modules/a/node_modules/zod": { name: "zod", version: "3.25.0" },
    "node_modules/next/dist/compiled/ws": { name: "ws", version: "8.1.0" },
    "node_modules/next/dist/compiled/@hapi/accept": {},
  };
  const { lock, manifest, unknown } = auditedLock(
    [...Object.keys(packages), "left-pad@1.3.0", "nameless"],
    rootWith(packages),
  );
  expect(lock.packages).toMatchObject({
    "node_modules/zod": { version: "4.1.0" },
    "node_modules/version-1/node_modules/zod": { version: "3.25.0" },
    "node_modules/ws": { version: "8.1.0" },
    "node_modules/left-pad": { version: "1.3.0" },
  });
  expect(manifest.dependencies).toEqual({ zod: "4.1.0", ws: "8.1.0", "left-pad": "1.3.0" });
  expect(unknown).toEqual(["@hapi/accept", "nameless"]);
});

test("an answer's problems are listed once, and a registry that refuses is not taken for none", () => {
  const advisory = { severity: "high", title: "Loops forever", range: "<8.2.0", url: "https://example.com/1" };
  const answer = { vulnerabilities: { ws: { name: "ws", via: [advisory] }, above: { name: "above", via: ["ws"] } } };
  expect(problemsIn(JSON.stringify(answer))).toEqual(["high: ws <8.2.0: Loops forever (https://example.com/1)"]);
  expect(problemsIn('{"vulnerabilities":{}}')).toEqual([]);
  expect(() => problemsIn('{"message":"404 Not Found"}')).toThrow("404 Not Found");
});
