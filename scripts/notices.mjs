// Writes the notices of the packages that are in the package of Loupe: decision 33.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";

export const NOTICES = "THIRD-PARTY-NOTICES.txt";

/** Folders of the build whose source maps name all files that are in the scripts. */
const MAPPED = ["dist", ".next/static", ".next/server"];
const TRACED = ".next/standalone";
const STYLES = "app/globals.css";

/** Names that source maps of packages give to their own folders, and to which package each belongs. */
const FOLDERS_OF_SOURCES = {
  "@modelcontextprotocol/core-internal": "@modelcontextprotocol/server",
  shared: "lucide-react",
  src: "next",
};

/** Licenses under which a package may be given away in one with Apache-2.0, provided that their texts come with it. */
const COMPATIBLE = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "OFL-1.1",
]);

const MIT = "Permission is hereby granted, free of charge";
const LICENSE_FILE = /^(?:(?:un)?licen[cs]e|copying|notice|third.?party)/i;

/**
 * The packages in the build, sorted: folders in `root` that have a package.json, and of packages that others have in their own
 * scripts, and that are not installed, the name with the version if it is known.
 */
export function bundledPackages(root = ".") {
  /** @type {Set<string>} */
  const found = new Set();
  const installed = Object.keys(
    JSON.parse(readFileSync(path.join(root, "node_modules/.package-lock.json"), "utf8")).packages,
  );
  const note = (file) => packagesOf(root, file, installed).forEach((each) => found.add(each));
  for (const place of MAPPED) sourcesIn(path.join(root, place)).forEach(note);
  for (const file of filesIn(path.join(root, TRACED, "node_modules"))) {
    const traced = path.join("node_modules", file);
    note(traced);
    // Next.js has packages within its own scripts.
    const map = path.join(root, `${traced}.map`);
    if (existsSync(map)) for (const source of sourcesOf(map)) note(source);
  }
  for (const [, file] of readFileSync(path.join(root, STYLES), "utf8").matchAll(/@import "([^".][^"]*)"/g))
    note(`node_modules/${file}/`);
  return [...found].toSorted();
}

/**
 * The text with name, version, license and license texts of each package. Throws, naming all of them, if packages have no
 * text, neither their own nor one in scripts/licenses, or a license that is not in the list above.
 */
export function noticesOf(packages, root = ".") {
  const notices = packages.map((each) => (isPackage(root, each) ? installedNotice(root, each) : noticeWithin(each)));
  const problems = notices.flatMap(({ title, license, texts }) => [
    ...(texts.length === 0 ? [`${title} has no license text`] : []),
    ...(COMPATIBLE.has(license) ? [] : [`the license of ${title} is not in the list: ${license}`]),
  ]);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  const list = notices.map(({ title, license }) => `${title}: ${license}`);
  const texts = notices.map((each, at) => [`${"=".repeat(80)}\n${list[at]}`, ...each.texts].join("\n\n"));
  return `Loupe contains these packages of others:\n\n${list.join("\n")}\n\n${texts.join("\n\n")}\n`;
}

function installedNotice(root, folder) {
  const place = path.join(root, folder);
  const own = JSON.parse(readFileSync(path.join(place, "package.json"), "utf8"));
  const name = own.name ?? folder.split(/node_modules\/|compiled\//).at(-1);
  const kept = keptLicense(name);
  const texts = readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENSE_FILE.test(entry.name))
    .map((entry) => readFileSync(path.join(place, entry.name), "utf8").replaceAll("\r\n", "\n").trim());
  if (texts.length === 0) texts.push(...licenseInReadme(place));
  if (texts.length === 0 && kept) texts.push(kept.text);
  const license = own.license ?? kept?.license ?? (texts.some((text) => text.includes(MIT)) ? "MIT" : "not stated");
  return { title: own.version ? `${name} ${own.version}` : `${name} (in Next.js)`, license, texts };
}

function noticeWithin(named) {
  const [, name = named, version] = /^(.+)@([^@]+)$/.exec(named) ?? [];
  const kept = keptLicense(name);
  const title = [name, version].filter(Boolean).join(" ");
  return { title, license: kept?.license ?? "not stated", texts: kept ? [kept.text] : [] };
}

/** What is kept here for packages that come without a text: the SPDX identifier, an empty line, the text. */
function keptLicense(name) {
  const file = path.join(import.meta.dirname, "licenses", `${name.replace("/", "+")}.txt`);
  if (!existsSync(file)) return undefined;
  const [, license, text] = /^(\S+)\n\n(.*)$/s.exec(readFileSync(file, "utf8")) ?? [];
  return { license, text: text.trim() };
}

/** Some packages have the text at the end of their readme. */
function licenseInReadme(folder) {
  const readme = readdirSync(folder).find((name) => /^readme/i.test(name));
  const text = readme && readFileSync(path.join(folder, readme), "utf8");
  const [, section = ""] = /^#+ *licen[cs]e\b[^\n]*\n(.*)/ims.exec(text ?? "") ?? [];
  return section.includes(MIT) ? [section.trim()] : [];
}

/**
 * The folder of the package that a file is in. If the package is within a script of another one, the version in there is not
 * known: then all that are installed; if none is, its name.
 */
function packagesOf(root, file, installed) {
  const names = [...file.matchAll(/node_modules\/((?:@[^/]+\/)?[^/]+)(?=\/)/g)].map(([, name]) => name);
  if (names.length === 0) names.push("next");
  const folder = names.map((name) => `node_modules/${name}`).join("/");
  const compiled = packageWithin(root, `${folder}/dist/compiled`, file);
  if (compiled) return [compiled];
  if (isPackage(root, folder)) return [folder];
  const last = names.at(-1);
  const owner = FOLDERS_OF_SOURCES[last];
  if (owner) return [`node_modules/${owner}`];
  const versions = installed.filter((each) => `/${each}`.endsWith(`/node_modules/${last}`));
  if (versions.length > 0) return versions;
  const version = /\.pnpm\/(?:.+\+)?[^/]+?@([^_/]+)[^/]*\/node_modules\/[^.]/.exec(file)?.[1];
  return [version ? `${last}@${version}` : last];
}

/** The outermost package that Next.js has in a folder of its scripts, with the file in it. */
function packageWithin(root, folder, file) {
  const parts = file.split("dist/compiled/")[1]?.split("/") ?? [];
  const folders = parts.map((_part, depth) => [folder, ...parts.slice(0, depth + 1)].join("/"));
  return folders.find((each) => isPackage(root, each));
}

const isPackage = (root, folder) => existsSync(path.join(root, folder, "package.json"));

/** The files of packages that the source maps of a folder name. Throws if it has none, since its packages are then unknown. */
function sourcesIn(folder) {
  const maps = filesIn(folder).filter((file) => file.endsWith(".map"));
  if (maps.length === 0) throw new Error(`${folder} has no source maps`);
  return maps.flatMap((file) => [...sourcesOf(path.join(folder, file))]);
}

function* sourcesOf(map) {
  const { sources = [], sections = [] } = JSON.parse(readFileSync(map, "utf8"));
  for (const source of [...sources, ...sections.flatMap((section) => section.map.sources)]) {
    const file = decodeURIComponent(source);
    if (/node_modules\/|\bnext\/\.\/dist\/compiled\//.test(file)) yield file;
  }
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}
