import { ScrollText } from "lucide-react";

import { EmptyState } from "@/components/ui/empty-state";

/** Shown for a service that has no audit log. */
export function NoLog({ serviceName }: { serviceName: string }) {
  return (
    <EmptyState
      isPage
      icon={ScrollText}
      title="This service has no audit log"
      description={`Loupe records changes and exports; ${serviceName} does not offer that.`}
    />
  );
}
