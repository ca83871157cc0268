import { expect, test } from "vitest";
import { initialsOf } from "./initials";

test.each([
  ["Ada Lovelace", "AL"],
  ["ada", "A"],
  ["grace.hopper@example.com", "GH"],
  ["Jean-Luc de la Tour", "JT"],
  ["Émile Zola (42)", "ÉZ"],
  ["𝒜da", "𝒜"],
  ["@", "?"],
  ["", "?"],
])("the initials of %j are %s", (name, initials) => expect(initialsOf(name)).toBe(initials));
