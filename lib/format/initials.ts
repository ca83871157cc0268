/** At most two letters that stand for a person: of the first and the last word of a name, or of an address. */
export function initialsOf(name: string): string {
  const [local = ""] = name.split("@");
  const words = local.split(/[\s._-]+/u).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const shown = words.length > 1 ? [words[0], words.at(-1)] : words;
  return shown.map((word = "") => Array.from(word)[0]?.toLocaleUpperCase("en") ?? "").join("") || "?";
}
