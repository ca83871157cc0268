import { Users } from "lucide-react";

import { EmptyState } from "@/components/ui/empty-state";

/** Shown for a service that has no people. */
export function NoPeople({ serviceName }: { serviceName: string }) {
  return (
    <EmptyState
      isPage
      icon={Users}
      title="This service does not manage people"
      description={`People are managed where ${serviceName} is hosted.`}
    />
  );
}
