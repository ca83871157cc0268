import type { Metadata } from "next";

import { Preferences } from "@/components/settings/preferences";
import { requireSession } from "@/lib/auth/session";

export const metadata: Metadata = { title: "Preferences" };

export default async function PreferencesPage() {
  await requireSession("/settings/preferences");
  return <Preferences />;
}
