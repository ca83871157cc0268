// Finds a Python that creates virtual environments, for the tests of Python SDKs; on Debian, as root, installs one.
import { spawnSync } from "node:child_process";

const DEBIAN_PACKAGES = ["python3", "python3-venv"];

/** Installs what is missing; without it, only the tests of Python SDKs fail. */
export function ensurePython() {
  if (createsEnvironments()) return;
  if (process.platform === "linux" && process.getuid?.() === 0) {
    console.log(`loupe: installing ${DEBIAN_PACKAGES.join(" and ")} (apt-get)`);
    const options = { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
    spawnSync("apt-get", ["update", "-qq"], options);
    spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...DEBIAN_PACKAGES], options);
  }
  if (!createsEnvironments()) console.log("loupe: no Python with venv found; the tests of Python SDKs will fail");
}

/** Debian leaves `ensurepip` out of its Python, and with it `venv` fails. */
function createsEnvironments() {
  return spawnSync("python3", ["-c", "import ensurepip, venv"]).status === 0;
}
