// nginx for tests of what is in front of Loupe: an installed one, or Debian's package.
import { spawnSync } from "node:child_process";
import { installDebianPackage } from "./debian-package.mjs";

/** nginx, and what makes its certificate; each with a question that it answers. */
const PROGRAMS = [
  ["nginx", "-v"],
  ["openssl", "version"],
];

const isThere = ([program, question]) => spawnSync(program, [question]).status === 0;

/** Whether tests can start nginx; installs it if it can. */
export function ensureNginx() {
  for (const program of PROGRAMS) if (!isThere(program)) installDebianPackage(program[0]);
  return PROGRAMS.every(isThere);
}
