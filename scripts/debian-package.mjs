import { spawnSync } from "node:child_process";

/** Installs a package with apt-get, if this is Debian and the user is root. */
export function installDebianPackage(name) {
  if (process.platform !== "linux" || process.getuid?.() !== 0 || spawnSync("which", ["apt-get"]).status !== 0) return;
  console.log(`loupe: installing ${name} (apt-get)`);
  const options = { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  spawnSync("apt-get", ["update", "-qq"], options);
  spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], options);
}

/** Whether a program runs with this argument; if not, Debian's package of its name is installed first, if it can be. */
export function ensureProgram(program, argument) {
  const isThere = () => spawnSync(program, [argument]).status === 0;
  if (!isThere()) installDebianPackage(program);
  return isThere();
}
