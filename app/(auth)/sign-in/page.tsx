import type { Metadata } from "next";

import { Logo } from "@/components/frame/logo";
import { dashboardConfig } from "@/lib/auth/config";

import { nextAddress } from "./next-address";
import { SignInPanel } from "./sign-in-panel";

export const metadata: Metadata = { title: "Sign in" };

export default async function SignInPage({ searchParams }: PageProps<"/sign-in">) {
  const { from, error } = await searchParams;
  const { services, takesLinks, oidc } = dashboardConfig();
  return (
    <main className="flex min-h-dvh flex-col items-center px-4 py-[min(16vh,128px)]">
      <div className="grid w-full max-w-80 gap-6">
        <header className="flex items-center gap-3">
          <Logo className="size-8 text-accent-ink" />
          <h1 className="text-title font-semibold">Sign in to Loupe</h1>
        </header>
        <SignInPanel
          services={services.map(({ name, user_name }) => ({ name, asksUserName: user_name }))}
          next={nextAddress(from)}
          provider={oidc && { name: oidc.name, error: typeof error === "string" ? error : undefined }}
        />
        {takesLinks && (
          <p className="border-t border-line pt-4 text-meta text-muted">
            Running Loupe yourself? Use the sign-in link it printed at startup, or print a new one with{" "}
            <code className="text-ink">loupe sign-in-link</code> (in a clone,{" "}
            <code className="text-ink">npm run sign-in-link</code>).
          </p>
        )}
      </div>
    </main>
  );
}
