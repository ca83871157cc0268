const WITH_PROJECT = /^\/weave\/v2\/[^/]+\/[^/]+\/(call\/start|call\/end|calls\/complete)$/;

/** The newer paths of W&B's Python SDK include the project, as their bodies do: `/weave/v2/acme/bot/call/end`. */
export function withoutProject(path: string): string {
  return path.startsWith("/weave/v2/") ? path.replace(WITH_PROJECT, "/weave/$1") : path;
}
