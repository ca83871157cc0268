let saved: string | undefined;

/** Notes that the page of this version is opened by saving it. */
export function noteSaved(digest: string): void {
  saved = digest;
}

/** Whether the page of this version was opened by saving it; true once. */
export function wasSaved(digest: string): boolean {
  if (saved !== digest) return false;
  saved = undefined;
  return true;
}
