import { Compass } from "lucide-react";
import Link from "next/link";

import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

export default function NotFound() {
  return (
    <main className="grid min-h-dvh content-center">
      <EmptyState
        isPage
        icon={Compass}
        title="There is no page at this address"
        description="It may have been deleted, or the link was cut."
      >
        <Link href="/" className={buttonClass()}>
          All projects
        </Link>
      </EmptyState>
    </main>
  );
}
