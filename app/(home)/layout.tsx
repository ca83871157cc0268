import type { ReactNode } from "react";

import { SignedIn } from "@/app/signed-in";

export default function HomeLayout({ children }: { children: ReactNode }) {
  return <SignedIn>{children}</SignedIn>;
}
