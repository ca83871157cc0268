import { readdirSync } from "node:fs";
import { hasPostgres } from "../postgres-server.mjs";
import { findFakeTime } from "./fake-clock.mjs";
import { canMountSmallDisk } from "./small-disk.mjs";

const SUFFIX = ".test.ts";
const NEEDS = [
  { fault: "full-disk", isMet: canMountSmallDisk, why: "no file system in memory can be mounted (only root may)" },
  { fault: "database", isMet: hasPostgres, why: "no PostgreSQL server is installed" },
  {
    fault: "clock",
    isMet: () => hasPostgres() && findFakeTime() !== undefined,
    why: "needs libfaketime and a PostgreSQL server",
  },
];

/** The test files of those that this machine can produce, and the others with the reason. */
export function shortFaults() {
  const impossible = NEEDS.filter(({ isMet }) => !isMet());
  const possible = readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith(SUFFIX) && !impossible.some(({ fault }) => file === `${fault}${SUFFIX}`))
    .map((file) => `scripts/faults/${file}`);
  return { possible, impossible };
}
