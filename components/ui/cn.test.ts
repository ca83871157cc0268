import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { extendTailwindMerge } from "tailwind-merge";
import { expect, it } from "vitest";

import { cn } from "./cn";

const whole = extendTailwindMerge({
  extend: {
    theme: {
      text: ["label", "meta", "body", "section", "title"],
      radius: ["control", "float"],
      shadow: ["float"],
      animate: ["appear", "rise"],
    },
  },
});

/** The classes in the strings of the components, without variants such as `hover:`; one of those that differ in a number. */
function classesInTree(): string[] {
  const texts = ["app", "components"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|class-groups/.test(file))
      .map((file) => readFileSync(path.join(folder, file), "utf8")),
  );
  const words = texts.flatMap((text) =>
    [...text.matchAll(/(["`])((?:(?!\1).)*)\1/g)].flatMap(([, , string = ""]) => string.split(/\s+/)),
  );
  const classes = words.map((word) => /^(?:[^[\]():]+:)*([a-z-].*)$/.exec(word)?.[1] ?? "");
  const known = classes.filter((one) => whole(`${one} x ${one}`) === `x ${one}`);
  return [...new Map(known.map((one) => [one.replaceAll(/\d+|\[.*\]/g, "0"), one])).values()];
}

it("merges the classes of the tree as the library's own configuration does", () => {
  const classes = classesInTree();
  expect(classes.length).toBeGreaterThan(150);
  const different = classes.flatMap((first) =>
    classes
      .filter((second) => second !== first)
      .map((second) => `${first} ${second}`)
      .filter((both) => cn(both) !== whole(both)),
  );
  expect(different).toEqual([]);
});
