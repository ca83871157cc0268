import { readFile } from "node:fs/promises";
import path from "node:path";
import type { RunnerOption } from "node-pg-migrate";
import type pg from "pg";
import { splitStatements } from "@/service/store/sql/split-statements";
import { distributeTables } from "./citus";

type Loaders = NonNullable<RunnerOption["migrationLoaderStrategies"]>;

/**
 * Runs the statements of each migration one by one, within the runner's transaction: Citus does not accept several at
 * once for distributed tables. With `distributed`, distributes the new tables at the end of each migration.
 */
export function byStatement(client: pg.Client, distributed: boolean): Loaders {
  const apply = async (file: string) => {
    // Otherwise Citus refuses statements that follow one that ran on several shards at once. No effect elsewhere.
    await client.query("set local citus.multi_shard_modify_mode = 'sequential'");
    for (const statement of splitStatements(await readFile(file, "utf8")))
      await attempt(file, statement, async () => {
        // With the extended protocol, no server accepts several statements.
        const single = { text: statement, queryMode: "extended" };
        await client.query(single);
      });
    if (distributed) await attempt(file, "distribute its tables", async () => distributeTables(client));
  };
  const unitOf = (file: string) => ({ id: file, filePaths: [file], actions: { up: async () => apply(file) } });
  return [{ extensions: [".sql"], loader: async (files) => files.map(unitOf) }];
}

async function attempt(file: string, step: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const name = path.basename(file);
    throw new Error(`migration ${name} failed, so the database is unchanged: ${reason}\n${step}`, { cause });
  }
}
