import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod";

const run = promisify(execFile);
const report = z.object({
  diagnostics: z.array(z.object({ labels: z.array(z.object({ span: z.object({ line: z.int() }) })) })),
});

const BY_HAND = [
  "const a = `/${entity}/${project}/calls`;",
  "const b = `${callsPath(id)}/${call}`;",
  "const c = `${path}?tab=${tab}`;",
  "const d = `${listPath}#${anchor}`;",
  "const e = callsPath(id) + `?q=${text}`;",
  'const f = "/calls/" + call;',
  "const g = { href: `${base}/${call}` };",
  "const h = <a href={`${base}${call}`}>x</a>;",
  "router.push(`${base}?q=${text}`);",
  "redirect(base + call);",
  'window.open(`${base}`, "_blank");',
];
const FINE = [
  "const a = callPath(id, call);",
  'const b = <a href="/settings/keys">x</a>;',
  "const c = <a href={`#${id}`}>x</a>;",
  "const d = `${path} ${message}`;",
  "const e = `${path}.${name}`;",
  "parts.push(`${base}?${text}`);",
  "const f = callPath(id, call) + window.location.search;",
];

async function linted(files: Record<string, readonly string[]>): Promise<number[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "loupe-lint-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const config = {
    jsPlugins: [path.resolve("scripts/lint-layers.mjs")],
    categories: { correctness: "off" },
    rules: { "loupe/addresses": "error" },
  };
  await writeFile(path.join(folder, ".oxlintrc.json"), JSON.stringify(config));
  for (const [name, lines] of Object.entries(files)) {
    await mkdir(path.join(folder, path.dirname(name)), { recursive: true });
    await writeFile(path.join(folder, name), lines.join("\n"));
  }
  const answer = await run(path.resolve("node_modules/.bin/oxlint"), ["--format=json"], { cwd: folder }).catch(
    (error: unknown) => z.object({ stdout: z.string() }).parse(error),
  );
  const found = report.parse(JSON.parse(answer.stdout)).diagnostics;
  return found.map(({ labels }) => labels[0]?.span.line ?? 0).toSorted((a, b) => a - b);
}

test("reports each address that is put together by hand", async () => {
  expect(await linted({ "app/page.tsx": BY_HAND })).toEqual(BY_HAND.map((_line, index) => index + 1));
});

test("ignores texts that are not addresses, the file that builds them, and tests", async () => {
  const files = {
    "components/x.tsx": FINE,
    "lib/format/address.ts": BY_HAND.filter((line) => !line.includes("<a")),
    "app/page.test.tsx": BY_HAND,
  };
  expect(await linted({ ...files, "service/http/routes/x.tsx": BY_HAND })).toEqual([]);
});
