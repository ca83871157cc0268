/** The project patterns that no project matches, each once: they may be misspelled. */
export function unknownProjects(patterns: readonly string[], projects: readonly string[]): string[] {
  const isKnown = (pattern: string) =>
    pattern === "*" ||
    (pattern.endsWith("/*")
      ? projects.some((project) => project.startsWith(pattern.slice(0, -1)))
      : projects.includes(pattern));
  return [...new Set(patterns)].filter((pattern) => !isKnown(pattern));
}
