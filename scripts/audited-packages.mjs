// Which known problems concern packages that are in the package of Loupe: `npm audit --omit=dev` sees none of them, since they are
// bundled, and a plain `npm audit` neither what Next.js has within its scripts nor which of the others only build and test.
import { readFileSync } from "node:fs";
import path from "node:path";

/**
 * A lock file of the given packages, folders or `name@version`, and nothing else, for `npm audit`; and the names of those
 * whose version is not known.
 */
export function auditedLock(packages, root = ".") {
  const versions = new Map();
  const unknown = new Set();
  for (const each of packages) {
    const { name, version } = identified(each, root);
    if (version) versions.set(name, (versions.get(name) ?? new Set()).add(version));
    else unknown.add(name);
  }
  const entries = [...versions].flatMap(([name, known]) =>
    // Further versions of a package are below a folder of their own, as npm has them.
    [...known].map((version, place) => [placeOf(name, place), { version }]),
  );
  const dependencies = Object.fromEntries([...versions].map(([name, known]) => [name, [...known][0]]));
  return {
    manifest: { name: "bundled", version: "0.0.0", dependencies },
    lock: {
      name: "bundled",
      version: "0.0.0",
      lockfileVersion: 3,
      requires: true,
      packages: {
        "": { name: "bundled", version: "0.0.0", dependencies },
        ...Object.fromEntries(entries),
      },
    },
    unknown: [...unknown].toSorted((a, b) => a.localeCompare(b)),
  };
}

const placeOf = (name, place) => `${place === 0 ? "" : `node_modules/version-${place}/`}node_modules/${name}`;

function identified(each, root) {
  if (!each.includes("node_modules/")) {
    const [, name = each, version] = /^(.+)@([^@]+)$/.exec(each) ?? [];
    return { name, version };
  }
  const own = JSON.parse(readFileSync(path.join(root, each, "package.json"), "utf8"));
  return { name: own.name ?? each.split(/node_modules\/|compiled\//).at(-1), version: own.version };
}

/** The problems in an answer of `npm audit --json`, a line each. Throws if it is no such answer, such as a registry's refusal. */
export function problemsIn(answer) {
  const { vulnerabilities, message, error } = JSON.parse(answer);
  if (!vulnerabilities) throw new Error(message ?? error?.summary ?? "the registry does not answer audits");
  return Object.values(vulnerabilities).flatMap(({ name, via }) =>
    via
      .filter((one) => typeof one === "object")
      .map(({ severity, title, range, url }) => `${severity}: ${name} ${range}: ${title} (${url})`),
  );
}
