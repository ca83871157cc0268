import { hostname, userInfo } from "node:os";
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from "node:fs";
import { createInterface } from "node:readline";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import * as z from "zod";
import { type Command, audited, auditRestore } from "@/service/store/maintenance/audited";
import { readBackup, restoreBackup } from "@/service/store/maintenance/backup";
import { eraseProject, expireCalls } from "@/service/store/maintenance/erase";
import { resealStored } from "@/service/store/maintenance/reseal";
import { rotateSecret } from "./rotate-secret";
import { withMaintenance } from "@/service/store/maintenance/maintenance";
import { StartError } from "@/service/store/start-error";
import { removeLeftovers } from "@/service/background/training/leftovers";
import { trainingPath } from "@/service/background/training/machine";
import { databaseUrlVariable, readVariables, sealingSecretVariable } from "@/service/secrets/variables";
import { secretsSource } from "@/service/secrets/secrets-source";
import { counted } from "@/lib/format/number";

const USAGE = `loupe admin <command> (in a clone: npm run admin -- <command>), one of
  backup <file>            save the whole database to a new file
  restore <file>           restore a backup into an empty database
  erase <project>          delete all data of a project permanently
  expire <project> <days>  delete a project's calls that started more than <days> days ago
  rotate-secret            encrypt stored keys and the tokens of sessions with a new secret`;

/** The number of arguments of each command. */
const ARGUMENTS: Record<string, number> = { backup: 1, restore: 1, erase: 1, expire: 2, "rotate-secret": 0 };

const variables = z.object({
  LOUPE_DATA_DIR: z.string().default("data"),
  DATABASE_URL: databaseUrlVariable.optional(),
  LOUPE_SECRET: sealingSecretVariable.optional(),
  LOUPE_SECRET_OLD: sealingSecretVariable.optional(),
});
const DAY_MS = 24 * 3_600_000;

/** Runs a command with its arguments; returns the line to print. */
export async function administer([command = "", ...rest]: readonly string[]): Promise<string> {
  const [target = "", days] = rest;
  const configuration = readVariables(variables, process.env);
  const database = { databaseUrl: configuration.DATABASE_URL, dataFolder: configuration.LOUPE_DATA_DIR };
  if (rest.length !== ARGUMENTS[command]) throw new StartError(USAGE);
  switch (command) {
    case "backup": {
      if (existsSync(target)) throw new StartError(`${target} already exists; choose a file name that does not exist`);
      await withMaintenance(database, (client) =>
        audited(client, commandOf("export", "backup", { file: path.resolve(target) }), () =>
          save(readBackup(client), target),
        ),
      );
      return `saved to ${target}`;
    }
    case "restore": {
      if (!existsSync(target)) throw new StartError(`the file ${target} does not exist`);
      await withMaintenance(database, async (client) => {
        await restoreBackup(client, linesOf(target));
        await auditRestore(client, commandOf("change", "restore", { file: path.resolve(target) }));
      });
      return `restored from ${target}`;
    }
    case "erase": {
      const rows = await withMaintenance(database, (client) =>
        audited(client, { ...commandOf("change", "erase"), project_id: target }, () => eraseProject(client, target)),
      );
      await removeLeftovers(
        trainingPath(configuration.LOUPE_DATA_DIR),
        async ({ project_id }) => project_id === target,
      );
      return `erased ${counted(rows, "row")} from ${target}`;
    }
    case "expire": {
      if (!(Number(days) >= 1)) throw new StartError(`days must be at least 1, found "${days}"`);
      const before = new Date(Date.now() - Number(days) * DAY_MS);
      const command = { ...commandOf("change", "expire", { days: String(days) }), project_id: target };
      const removed = await withMaintenance(database, (client) =>
        audited(client, command, () => expireCalls(client, target, before)),
      );
      return `deleted ${counted(removed, "call")} from ${target} that started before ${before.toISOString()}`;
    }
    case "rotate-secret":
      return rotateSecret(secretsSource(configuration), async (reseal) =>
        withMaintenance(database, (client) =>
          audited(client, commandOf("change", "rotate-secret"), () => resealStored(client, reseal)),
        ),
      );
    default:
      throw new StartError(USAGE);
  }
}

/** A command for the audit log. It needs no key: its author is the user of the machine where it runs. */
function commandOf(kind: Command["kind"], name: string, target: Command["target"] = {}): Command {
  return { kind, action: `admin ${name}`, target: { user: userName(), machine: hostname(), ...target } };
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container, the user may have no name.
    return String(process.getuid?.() ?? "");
  }
}

/** Written under another name until it is complete, so that a partial file is never mistaken for a backup. */
async function save(lines: AsyncIterable<string>, file: string): Promise<void> {
  const unfinished = `${file}.unfinished`;
  try {
    await pipeline(Readable.from(lines), createGzip({ level: 4 }), createWriteStream(unfinished, { mode: 0o600 }));
    renameSync(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const unpacked = createGunzip();
  const reading = pipeline(createReadStream(file), unpacked);
  reading.catch(() => undefined);
  try {
    for await (const line of createInterface({ input: unpacked, crlfDelay: Number.POSITIVE_INFINITY })) yield line;
    await reading;
  } catch {
    throw new StartError("the backup is incomplete or damaged; use another backup");
  }
}
