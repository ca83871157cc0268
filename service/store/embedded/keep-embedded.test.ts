import { existsSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type KeptDatabase, keepEmbedded } from "./keep-embedded";
import { findPostmaster } from "./postmaster";
import { startEmbedded } from "./start-embedded";

let parent: string;
let data: string;
let kept: KeptDatabase | undefined;
const logged: string[] = [];
const waiting: { text: string; go: () => void }[] = [];

beforeEach(() => {
  parent = realpathSync(mkdtempSync(path.join(tmpdir(), "loupe-keep-")));
  data = path.join(parent, "data");
});
afterEach(async () => {
  await kept?.stop();
  kept = undefined;
  logged.length = 0;
  rmSync(parent, { recursive: true, force: true });
});

function log(line: string): void {
  logged.push(line);
  for (const { text, go } of waiting) if (line.includes(text)) go();
}
const untilLogged = (text: string) =>
  new Promise<void>((go) => {
    if (logged.some((line) => line.includes(text))) go();
    else waiting.push({ text, go });
  });

async function ask(statement: string): Promise<unknown[]> {
  const client = new pg.Client(kept?.connection);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

const cluster = () => path.join(data, "postgres");
const kill = () => process.kill(findPostmaster(cluster())?.pid ?? 0, "SIGKILL");

test.each([["a short path"], ["a path of 150 characters"]])(
  "killed, it is back at the same place (%s)",
  async (which) => {
    if (which !== "a short path") data = path.join(parent, "x".repeat(150 - parent.length));
    kept = await keepEmbedded(data, log);
    await ask("create table kept as select 1 as one");
    kill();
    await untilLogged("has restarted");
    expect(await ask("select one from kept")).toEqual([{ one: 1 }]);
    await kept.stop();
    expect(findPostmaster(cluster())).toBeUndefined();
    expect(existsSync(kept.connection.host)).toBe(false);
  },
);

test("a stop is not undone", async () => {
  kept = await keepEmbedded(data, log);
  await kept.stop();
  expect([findPostmaster(cluster()), logged]).toEqual([undefined, []]);
});

test("waits for files that are temporarily missing, and does not create new ones", async () => {
  kept = await keepEmbedded(data, log);
  await ask("create table kept as select 1 as one");
  renameSync(cluster(), `${cluster()}.away`);
  // Its process knows its folder by the old name.
  process.kill(serverPid(`${cluster()}.away`), "SIGKILL");
  await untilLogged("is being restarted");
  renameSync(`${cluster()}.away`, cluster());
  await untilLogged("has restarted");
  expect(await ask("select one from kept")).toEqual([{ one: 1 }]);
});

test("gives up a folder that another process owns now", async () => {
  const first = await startEmbedded(data, log);
  await expect(keepEmbedded(data, log)).rejects.toThrow("another Loupe instance is already running");
  await first.stop();
});

function serverPid(folder: string): number {
  return Number.parseInt(readFileSync(path.join(folder, "postmaster.pid"), "utf8"), 10);
}
