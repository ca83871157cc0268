import type { Metadata } from "next";

import { ReadAhead } from "@/app/read-ahead";
import { ModelServersScreen } from "@/components/settings/model-servers/model-servers-screen";
import { requireSession } from "@/lib/auth/session";
import { modelServersPath } from "@/lib/format/model-servers-address";
import { modelServers } from "@/lib/queries/connections";
import { ownKey } from "@/lib/queries/keys";

export const metadata: Metadata = { title: "Model servers" };

export default async function ModelServersPage() {
  const { serviceName } = await requireSession(modelServersPath());
  return (
    <ReadAhead
      read={(cache, client) => [cache.prefetchQuery(ownKey(client)), cache.prefetchQuery(modelServers(client))]}
    >
      <ModelServersScreen serviceName={serviceName} />
    </ReadAhead>
  );
}
