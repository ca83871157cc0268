import type { Metadata } from "next";

import { Logo } from "@/components/frame/logo";

import { nextAddress } from "./next-address";
import { SignInPanel } from "./sign-in-panel";

export const metadata: Metadata = { title: "Sign in" };

interface SignInPageProps {
  searchParams: Promise<{ from?: string | string[] }>;
}

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const { from } = await searchParams;
  return (
    <main className="flex min-h-dvh flex-col items-center px-4 py-[min(16vh,128px)]">
      <div className="grid w-full max-w-80 gap-6">
        <header className="flex items-center gap-3">
          <Logo className="size-8 text-accent-ink" />
          <h1 className="text-title font-semibold">Sign in to Loupe</h1>
        </header>
        <SignInPanel services={["Loupe"]} next={nextAddress(from)} />
      </div>
    </main>
  );
}
