import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const OWN_FORMAT = /\.toFixed\(|\.toLocaleString\(|Intl\.NumberFormat|(?:>|\{|String\()Number\([^)]*\.toPrecision\(/;

function sourcesIn(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => path.join(folder, file));
}

// Numbers formatted by hand have a hyphen as minus sign and an arbitrary number of digits.
it.each(["components", "app"])("no number in %s is written by hand", (folder) => {
  const byHand = sourcesIn(folder).filter((file) => OWN_FORMAT.test(readFileSync(path.join(root, file), "utf8")));
  expect(byHand).toEqual([]);
});
