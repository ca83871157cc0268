"use client";

import { ErrorState } from "@/components/ui/error-state";
import { TooltipProvider } from "@/components/ui/tooltip";

interface ErrorPageProps {
  error: Error & { digest?: string };
  reset: () => void;
}

export default function ErrorPage({ error, reset }: ErrorPageProps) {
  return (
    <main>
      <TooltipProvider>
        <ErrorState
          isPage
          title="This page could not be shown"
          description="The cause is in the dashboard's log, under the number below."
          requestId={error.digest}
          onRetry={reset}
        />
      </TooltipProvider>
    </main>
  );
}
