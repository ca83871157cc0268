import { ensureBuilt } from "@/scripts/start/build.mjs";

/** Playwright's global setup: the first test should not wait for a build. */
// oxlint-disable-next-line import/no-default-export -- Playwright requires it
export default async function build(): Promise<void> {
  await ensureBuilt("all");
}
