import type { ReactNode } from "react";

import { Button } from "./button";
import { InlineBanner } from "./inline-banner";

interface RetryBannerProps {
  onRetry: () => void;
  isFetching: boolean;
  children: ReactNode;
}

/** An error above rows that are shown without what could not be read. */
export function RetryBanner({ onRetry, isFetching, children }: RetryBannerProps) {
  const retry = (
    <Button size="small" onClick={onRetry} busy={isFetching}>
      Retry
    </Button>
  );
  return (
    <InlineBanner tone="error" className="mx-4 my-2" action={retry}>
      {children}
    </InlineBanner>
  );
}
