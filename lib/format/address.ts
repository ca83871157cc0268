/** The address of a project's home: `/<entity>/<project>`, both names percent-encoded. */
export function projectPath(projectId: string): string {
  return `/${projectId.split("/").map(encodeURIComponent).join("/")}`;
}

/** The address of a project's trace list. */
export function callsPath(projectId: string): string {
  return `${projectPath(projectId)}/calls`;
}

/** The address of a call's page; its id may hold any characters. */
export function callPath(projectId: string, id: string): string {
  return `${callsPath(projectId)}/${encodeURIComponent(id)}`;
}

/** One segment of an address as it was before it was encoded; what is not valid encoding stays as it is. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The project that a page's address names. */
export function projectIdOf({ entity, project }: { entity: string; project: string }): string {
  return `${decodeSegment(entity)}/${decodeSegment(project)}`;
}
