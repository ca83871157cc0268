import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { SESSION_SECONDS } from "./config";
import { EndedSessions } from "./ended-sessions";

const NOW = Date.UTC(2026, 10, 22, 7);

async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "loupe-ended-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test("knows a session that ended here, or in another process with the same folder", async () => {
  const folder = await dataFolder();
  const [here, there] = [new EndedSessions(folder), new EndedSessions(folder)];
  expect(await here.has("one")).toBe(false);
  await here.end("one", NOW);
  expect([await here.has("one"), await there.has("one"), await new EndedSessions(folder).has("one")]).toEqual([
    true,
    true,
    true,
  ]);
  expect(await there.has("two")).toBe(false);
});

test("stores no readable id, and no path from an id", async () => {
  const folder = await dataFolder();
  await new EndedSessions(folder).end("../../etc/passwd", NOW);
  expect(await readdir(path.join(folder, "ended-sessions"))).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
});

test("forgets a session when its cookies have run out", async () => {
  const folder = await dataFolder();
  const sessions = new EndedSessions(folder);
  await sessions.end("old", NOW);
  await sessions.end("later", NOW + 60_000);
  await sessions.end("new", NOW + SESSION_SECONDS * 1000 + 30_000);
  expect([await sessions.has("old"), await sessions.has("later"), await sessions.has("new")]).toEqual([
    false,
    true,
    true,
  ]);
  expect(await readdir(path.join(folder, "ended-sessions"))).toHaveLength(2);
});

test("with a folder that is not writable, sessions end only in this process", async () => {
  const folder = await dataFolder();
  await writeFile(path.join(folder, "file"), "");
  const sessions = new EndedSessions(path.join(folder, "file"));
  await expect(sessions.end("one", NOW)).rejects.toThrow("ENOTDIR");
  expect(await sessions.has("one")).toBe(true);
});
