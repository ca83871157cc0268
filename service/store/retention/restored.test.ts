import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { freshDatabase } from "@/service/store/embedded/test-database";
import { readBackup, restoreBackup } from "@/service/store/maintenance/backup";
import { openStore } from "@/service/store/open-store";
import { useClient } from "@/service/store/testing/test-client";
import { PROJECT, useStore } from "@/service/store/testing/test-store";

const opened = useStore();
const client = useClient(opened);
const HOUR_MS = 3_600_000;

async function* linesOf(text: string): AsyncGenerator<string> {
  yield* text.trimEnd().split("\n");
}

test("a run that is due in a restored backup waits for a day", async () => {
  const { store } = opened();
  const exceptions = { keep_queued: true, keep_in_tables: false, keep_annotated: true };
  await store.setRetention({ project_id: PROJECT, keep_days: 30, ...exceptions, replaces: 0, changed_by: "ada" });
  await client().query("update retention_runs set due_at = now() - interval '1 hour'");
  let text = "";
  for await (const part of readBackup(client())) text += part;
  const database = await freshDatabase();
  const target = new pg.Client(database.connection);
  await target.connect();
  onTestFinished(async () => {
    await target.end();
    await database.drop();
  });
  await restoreBackup(target, linesOf(text));
  const restored = await openStore({ connection: database.connection });
  onTestFinished(() => restored.close());
  expect(await restored.takeExpiry("one")).toBeUndefined();
  const { next_run_at: next = "", ...settings } = await restored.readRetention(PROJECT);
  expect(Date.parse(next) - Date.now()).toBeGreaterThan(23 * HOUR_MS);
  expect(settings).toMatchObject({ keep_days: 30, ...exceptions, version: 1, changed_by: "ada" });
  expect(await store.takeExpiry("one")).toMatchObject({ held: { project_id: PROJECT } });
});
