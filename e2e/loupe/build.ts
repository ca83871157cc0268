import { ensureBuilt } from "@/scripts/start/build.mjs";
import { isBehindNginx, prepareNginx } from "./behind-nginx";

/** Playwright's global setup: the first test should not wait for a build. */
// oxlint-disable-next-line import/no-default-export -- Playwright requires it
export default async function build(): Promise<(() => void) | undefined> {
  await ensureBuilt("all");
  return isBehindNginx ? prepareNginx() : undefined;
}
