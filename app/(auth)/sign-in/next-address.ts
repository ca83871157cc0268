/** The page requested before the sign-in, or `/` if it is not an address of this site. */
export function nextAddress(asked: string | string[] | undefined): string {
  const base = "http://here.invalid";
  if (typeof asked !== "string" || !asked.startsWith("/")) return "/";
  try {
    const url = new URL(asked, base);
    return url.origin === base && !url.pathname.startsWith("//") ? url.pathname + url.search + url.hash : "/";
  } catch {
    return "/";
  }
}
