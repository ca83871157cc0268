import pg from "pg";
import { readBackup, restoreBackup } from "@/service/store/maintenance/backup";

/** For tests: fills an empty database with a backup of another. */
export async function copyByBackup(source: pg.ClientConfig, target: pg.ClientConfig): Promise<void> {
  const lines: string[] = [];
  await withClient(source, async (client) => {
    for await (const part of readBackup(client)) lines.push(...part.trimEnd().split("\n"));
  });
  await withClient(target, async (client) => restoreBackup(client, each(lines)));
}

async function* each(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

async function withClient(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
