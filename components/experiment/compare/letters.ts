/** The short name of a compared experiment by its place: `A`, `B`. */
export function letterOf(place: number): string {
  return String.fromCodePoint(65 + place);
}
