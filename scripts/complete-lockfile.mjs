// Run after every `npm install`: adds to package-lock.json the packages for other platforms that npm left out because it
// could not look them up, so that `npm ci` passes on every platform, and the digest of every package, which npm checks
// its file against. A registry that does not have a package has no digest of it either: run it again with one that
// does.
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";

const FILE = "package-lock.json";
const SYSTEMS = ["darwin", "linux", "win32", "android", "freebsd", "openbsd", "netbsd", "sunos", "aix", "openharmony"];
const PROCESSORS = ["arm64", "x64", "arm", "ia32", "riscv64", "ppc64", "s390x", "loong64", "mips64el", "wasm32"];

/**
 * The lock file's entry of a package for one platform, which is derived from its name; undefined for other packages.
 */
export function platformEntry(name, version, isDev) {
  const words = name.split("/").at(-1).split("-");
  const os = SYSTEMS.filter((system) => words.includes(system) || (system === "win32" && words.includes("windows")));
  const cpu = PROCESSORS.filter((processor) => words.includes(processor));
  if (words.some((word) => word.startsWith("armv"))) cpu.push("arm");
  if (os.length === 0 && cpu.length === 0) return undefined;
  const musl = words.some((word) => word.startsWith("musl"));
  const gnu = words.some((word) => word.startsWith("gnu"));
  return {
    version,
    ...(cpu.length > 0 && { cpu }),
    ...(isDev && { dev: true }),
    ...((musl || gnu) && os.includes("linux") && { libc: [musl ? "musl" : "glibc"] }),
    optional: true,
    ...(os.length > 0 && { os }),
  };
}

/** Adds missing entries to `packages` of a lock file, sorted as npm sorts; returns the names that were added. */
export function completePackages(packages) {
  const added = [];
  for (const [place, entry] of Object.entries(packages)) {
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      const version = range.replace(/^[\^~]/, "");
      const top = packages[`node_modules/${name}`];
      if (packages[`${place}/node_modules/${name}`] || (top && (version !== range || top.version === version)))
        continue;
      const missing = platformEntry(name, version, entry.dev);
      if (!missing) continue;
      packages[top ? `${place}/node_modules/${name}` : `node_modules/${name}`] = missing;
      added.push(name);
    }
  }
  return added;
}

/** Subresource Integrity with SHA-512, as npm writes it. */
const DIGEST = /^sha512-[A-Za-z0-9+/]{86}==$/;

/**
 * Adds the result of `lookUp(name, version)` to each package of a lock file that has no digest; returns the entries
 * that it does not find. Nothing else of a response is kept, since an address in it would name the registry of whoever
 * ran this.
 */
export async function addDigests(packages, lookUp) {
  const unknown = [];
  for (const [place, entry] of Object.entries(packages)) {
    if (place === "" || entry.link || entry.integrity) continue;
    const digest = await lookUp(entry.name ?? place.split("node_modules/").at(-1), entry.version);
    if (digest === undefined) unknown.push(place);
    else if (DIGEST.test(digest)) packages[place] = withDigest(entry, digest);
    else throw new Error(`${place}: ${digest} is not a SHA-512 digest`);
  }
  return unknown;
}

/** After the version and the address, where npm writes it. */
function withDigest({ name, version, resolved, ...rest }, integrity) {
  return { ...(name && { name }), version, ...(resolved && { resolved }), integrity, ...rest };
}

/** The digest of a package from npm's registry; undefined if it does not have the package. */
async function publishedDigest(name, version) {
  const question = ["view", `${name}@${version}`, "dist.integrity", "--json"];
  try {
    return JSON.parse((await promisify(execFile)("npm", question)).stdout || "null") ?? undefined;
  } catch (error) {
    if (String(error.stdout).includes('"E404"')) return undefined;
    throw error;
  }
}

if (import.meta.filename === process.argv[1]) {
  const lock = JSON.parse(readFileSync(FILE, "utf8"));
  const added = completePackages(lock.packages);
  const unknown = await addDigests(lock.packages, publishedDigest);
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${FILE}: added ${added.length} packages for other platforms`);
  if (unknown.length > 0) console.warn(`${FILE}: the registry has no digest for\n  ${unknown.join("\n  ")}`);
}
