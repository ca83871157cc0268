import type { ReactNode } from "react";

import { SignedIn } from "@/app/signed-in";

export default function RefLayout({ children }: { children: ReactNode }) {
  return <SignedIn>{children}</SignedIn>;
}
