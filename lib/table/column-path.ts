/** A path of names as the dotted path that sorts take; a dot in a name is `\.`. */
export function columnPath(names: readonly string[]): string {
  return names.map((name) => name.replaceAll(".", "\\.")).join(".");
}
