// A Citus cluster for tests, by the script of the folder that `LOUPE_TEST_CITUS` names (CONTRIBUTING.md). Its files are
// in a temporary folder.
import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

/**
 * `{url, restart, stop}`: the coordinator's address; `restart` starts the nodes that are down. Throws if it does not
 * start. `env` is added to the script's environment.
 * @param {Record<string, string>} [env]
 */
export async function startCluster(env = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), "loupe-citus-"));
  // Its processes have a user of their own.
  chmodSync(folder, 0o755);
  const control = async (verb) => {
    const script = path.resolve(process.env.LOUPE_TEST_CITUS ?? "", "cluster.sh");
    const { stdout } = await promisify(execFile)("bash", [script, verb, folder], { env: { ...process.env, ...env } });
    return stdout;
  };
  const stop = async () => {
    await control("stop").finally(() => rmSync(folder, { recursive: true, force: true }));
  };
  try {
    const url = /^DATABASE_URL=(\S+)$/m.exec(await control("start"))?.[1];
    if (!url) throw new Error("cluster.sh printed no DATABASE_URL");
    return { url, restart: () => control("start"), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
