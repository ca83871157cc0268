import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");
const IMAGES = "docs/images";
const LARGEST_IMAGE = 150_000;

const pages = [
  "README.md",
  "CONTRIBUTING.md",
  ...["docs", "bench"].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".md"))
      .map((name) => path.join(folder, name)),
  ),
].toSorted();

/** The text of a page without code, in which brackets are no links. */
const proseOf = (page: string) =>
  readFileSync(path.join(ROOT, page), "utf8")
    .replaceAll(/^ *```[\s\S]*?^ *```/gm, "")
    .replaceAll(/``[^\n]+?``|`[^`\n]+`/g, (code) => code.replaceAll(/[[\]()]/g, ""));

/** The anchors that GitHub gives the headings of a page. */
function anchorsOf(page: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ""] of proseOf(page).matchAll(/^#+ (.+)$/gm)) {
    const anchor = heading
      .replaceAll(/\]\([^)]*\)/g, "")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(/\s/g, "-");
    let number = 0;
    while (anchors.has(number === 0 ? anchor : `${anchor}-${number}`)) number += 1;
    anchors.add(number === 0 ? anchor : `${anchor}-${number}`);
  }
  return anchors;
}

/** The links and images of a page to other files and places of this repository. */
const linksOf = (page: string) =>
  [...proseOf(page).matchAll(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g)]
    .map(([, mark, words = "", target = ""]) => ({ isImage: mark === "!", words, target }))
    .filter(({ target }) => !/^[a-z]+:/.test(target));

/** What is wrong with a link of a page, if anything is. */
function problemOf(page: string, target: string): string | undefined {
  const [file = "", anchor] = target.split("#");
  const linked = path.normalize(file === "" ? page : path.join(path.dirname(page), file));
  if (!existsSync(path.join(ROOT, linked))) return `${target}: there is no such file`;
  if (anchor !== undefined && linked.endsWith(".md") && !anchorsOf(linked).has(anchor))
    return `${target}: ${linked} has no such heading`;
  return undefined;
}

test.each(pages)("the links of %s lead to files and headings that exist", (page) => {
  expect(linksOf(page).flatMap(({ target }) => problemOf(page, target) ?? [])).toEqual([]);
});

test.each(pages)("the images of %s have words for who does not see them", (page) => {
  expect(linksOf(page).filter(({ isImage, words }) => isImage && words.length < 20)).toEqual([]);
});

describe("a link is wrong", () => {
  test.each([
    ["if the file is missing", "nowhere.md", "there is no such file"],
    ["if the heading is missing", "filters.md#nothing", "docs/filters.md has no such heading"],
    ["if the heading of the same page is missing", "#nothing", "docs/glossary.md has no such heading"],
  ])("%s", (_when, target, problem) => expect(problemOf("docs/glossary.md", target)).toContain(problem));
});

test("every path in CONTRIBUTING.md exists", () => {
  const text = readFileSync(path.join(ROOT, "CONTRIBUTING.md"), "utf8");
  const named = [...text.matchAll(/`((?:app|bench|cli|components|deploy|docs|e2e|lib|scripts|service)\/[^`\s]*)`/g)];
  // A name in angle or square brackets is chosen by the reader.
  const paths = named.map(([, name = ""]) => name).filter((name) => !/[<[*]/.test(name));
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([]);
});

test("each class in docs/security.md names tests, and all of them exist", () => {
  const text = readFileSync(path.join(ROOT, "docs/security.md"), "utf8");
  const rows = text
    .slice(text.indexOf("## Classes and their tests"))
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(1);
  const named = rows.map((row) => [...row.matchAll(/`([^`\s]+\.(?:test|spec)\.tsx?)`/g)].map(([, name = ""]) => name));
  expect(rows.length).toBeGreaterThan(25);
  expect(rows.filter((_row, place) => named[place]?.length === 0)).toEqual([]);
  expect(named.flat().filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([]);
});

test("every page of docs is in the index", () => {
  const listed = linksOf("docs/README.md").map(({ target }) => path.join("docs", target.split("#")[0] ?? ""));
  const expected = pages.filter((page) => path.dirname(page) === "docs" && page !== "docs/README.md");
  expect(expected.filter((page) => !listed.includes(page))).toEqual([]);
});

test("images are small, and all of them are shown", () => {
  const images = readdirSync(path.join(ROOT, IMAGES)).map((name) => path.join(IMAGES, name));
  const shown = new Set(
    pages.flatMap((page) => linksOf(page).map(({ target }) => path.join(path.dirname(page), target))),
  );
  const sizes = images.map((image) => ({ image, bytes: statSync(path.join(ROOT, image)).size }));
  expect(sizes.filter(({ bytes }) => bytes > LARGEST_IMAGE)).toEqual([]);
  expect(images.filter((image) => !shown.has(image))).toEqual([]);
});
