import { withSearch } from "@/lib/format/address";

/** A page's address with the search parameters that it was requested with, each once. */
export async function withGiven(
  address: string,
  searchParams: Promise<Record<string, string | string[] | undefined>>,
): Promise<string> {
  const given = Object.entries(await searchParams).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value] as const] : [],
  );
  return withSearch(address, given);
}
