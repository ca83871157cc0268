// For tests: a small file system in memory, which they can fill to its last byte. Linux only, and only root may mount one.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** `{folder, freeBytes, remove}` of a new one; throws, in one line, if it cannot be mounted. */
export function mountSmallDisk(mib) {
  const folder = mkdtempSync(path.join(tmpdir(), "loupe-small-disk-"));
  const { status, stderr, error } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${mib}m`, "loupe-test", folder], {
    encoding: "utf8",
  });
  if (status !== 0) {
    rmSync(folder, { recursive: true });
    throw new Error(`no file system in memory can be mounted here: ${(stderr || String(error)).trim()}`);
  }
  return {
    folder,
    freeBytes() {
      const { bavail, bsize } = statfsSync(folder);
      return bavail * bsize;
    },
    remove() {
      spawnSync("umount", [folder]);
      rmSync(folder, { recursive: true });
    },
  };
}

export function canMountSmallDisk() {
  try {
    mountSmallDisk(1).remove();
    return true;
  } catch {
    return false;
  }
}
