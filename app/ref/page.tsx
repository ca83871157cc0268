import { Link2 } from "lucide-react";
import type { Metadata } from "next";
import { redirect } from "next/navigation";

import { EmptyState } from "@/components/ui/empty-state";
import { OpenByRef } from "@/components/ui/open-by-ref";
import { requireSession } from "@/lib/auth/session";
import { parseAnyRef, RefError } from "@/lib/contract/refs";
import { refPath, withSearch } from "@/lib/format/address";

interface RefPageProps {
  searchParams: Promise<{ uri?: string | string[] }>;
}

export const metadata: Metadata = { title: "Open a ref" };

/** `/ref?uri=…` opens the page of any ref; an invalid one can be corrected here. */
export default async function RefPage({ searchParams }: RefPageProps) {
  const { uri = "" } = await searchParams;
  const text = (Array.isArray(uri) ? (uri[0] ?? "") : uri).trim();
  await requireSession(withSearch("/ref", { uri: text }));
  const path = pathOf(text);
  if (path) redirect(path);
  return (
    <EmptyState
      isPage
      icon={Link2}
      title="Open a ref"
      description="A ref names a call, an object, an op or a table in any project."
    >
      <OpenByRef initial={text} />
    </EmptyState>
  );
}

function pathOf(text: string): string | undefined {
  try {
    return refPath(parseAnyRef(text));
  } catch (error) {
    if (error instanceof RefError) return undefined;
    throw error;
  }
}
