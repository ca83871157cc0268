import type { ReactNode } from "react";

import { SignedIn } from "@/app/signed-in";

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return <SignedIn>{children}</SignedIn>;
}
