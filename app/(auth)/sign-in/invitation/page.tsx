import type { Metadata } from "next";

import { Logo } from "@/components/frame/logo";
import { InvitationPanel } from "@/components/session/invitation-panel";
import { dashboardConfig } from "@/lib/auth/config";

export const metadata: Metadata = { title: "Invitation", robots: "noindex" };

/** Where somebody who was invited accepts it; the token is in the fragment of the address. */
export default function InvitationPage() {
  const { services, oidc } = dashboardConfig();
  return (
    <main className="flex min-h-dvh flex-col items-center px-4 py-[min(16vh,128px)]">
      <div className="grid w-full max-w-96 gap-6">
        <header className="flex items-center gap-3">
          <Logo className="size-8 text-accent-ink" />
          <h1 className="text-title font-semibold">Invitation to Loupe</h1>
        </header>
        <InvitationPanel service={services[0]?.name ?? ""} provider={oidc?.name} />
      </div>
    </main>
  );
}
