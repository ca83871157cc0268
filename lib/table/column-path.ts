/** A path of names as a dotted path for sorting; a dot in a name is `\.`. */
export function columnPath(names: readonly string[]): string {
  return names.map((name) => name.replaceAll(".", "\\.")).join(".");
}
