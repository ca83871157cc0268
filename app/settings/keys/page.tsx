import type { Metadata } from "next";

import { KeysScreen } from "@/components/keys/keys-screen";
import { requireSession } from "@/lib/auth/session";
import { keysList, ownKey } from "@/lib/queries/keys";

import { ReadAhead } from "@/app/read-ahead";

export const metadata: Metadata = { title: "API keys" };

export default async function KeysPage() {
  const { serviceName } = await requireSession("/settings/keys");
  return (
    <ReadAhead
      read={(cache, client) => [
        cache.prefetchQuery(ownKey(client)),
        cache.prefetchQuery(keysList({ includeRevoked: false }, client)),
      ]}
    >
      <KeysScreen serviceName={serviceName} />
    </ReadAhead>
  );
}
