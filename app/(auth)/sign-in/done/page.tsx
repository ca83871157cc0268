import type { Metadata } from "next";

import { SignInDone } from "./sign-in-done";

export const metadata: Metadata = { title: "Signed in" };

/** Where the sign-in provider returns to. */
export default function SignInDonePage() {
  return (
    <main className="flex min-h-dvh flex-col items-center px-4 py-[min(16vh,128px)]">
      <SignInDone />
    </main>
  );
}
