import { Link2 } from "lucide-react";
import type { Metadata } from "next";
import { redirect } from "next/navigation";

import { EmptyState } from "@/components/ui/empty-state";
import { OpenByRef } from "@/components/ui/open-by-ref";
import { requireSession } from "@/lib/auth/session";
import { readAnyRef } from "@/lib/contract/refs";
import { refPath, withSearch } from "@/lib/format/address";
import { printedLinkPath } from "@/lib/format/printed-links";

export const metadata: Metadata = { title: "Open a ref" };

/** `/ref?uri=…` opens the page of any ref, and of a link that an SDK prints; an invalid one can be corrected here. */
export default async function RefPage({ searchParams }: PageProps<"/ref">) {
  const { uri = "" } = await searchParams;
  const text = (Array.isArray(uri) ? (uri[0] ?? "") : uri).trim();
  await requireSession(withSearch("/ref", { uri: text }));
  const ref = readAnyRef(text);
  const link = URL.canParse(text) ? printedLinkPath(new URL(text)) : undefined;
  if (ref || link) redirect(ref ? refPath(ref) : (link ?? "/"));
  return (
    <EmptyState
      isPage
      icon={Link2}
      title="Open a ref"
      description="A ref is the address of a call, thread, object, op or table in any project."
    >
      <OpenByRef initial={text} />
    </EmptyState>
  );
}
