import Link from "next/link";

import { buttonClass } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { erasurePath } from "@/lib/format/privacy-address";

import { MaskingSection } from "./masking/masking-section";
import { RetentionSection } from "./retention/retention-section";
import { Section } from "./section";

/** What a project keeps, and what it never stores. */
export function PrivacyScreen({ projectId }: { projectId: string }) {
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <div className="mx-auto grid w-full max-w-200 grid-cols-1 content-start gap-8 px-4 py-4">
        <h1 className="text-title font-semibold">Privacy</h1>
        <RetentionSection projectId={projectId} />
        <MaskingSection projectId={projectId} />
        <Section
          id="erasure"
          title="A user's data"
          description="Permanently deletes everything stored about one user and records what was deleted"
        >
          <Link href={erasurePath(projectId)} className={cn(buttonClass(), "justify-self-start")}>
            Erase a user&apos;s data
          </Link>
        </Section>
      </div>
    </div>
  );
}
