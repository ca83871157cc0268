"use client";

import { PlainPage, actionClass } from "./plain-page";

export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <PlainPage
      title="This page failed to load"
      description="To find the cause, search the dashboard log for the request ID below."
    >
      {error.digest && (
        <p className="text-meta text-muted">
          Request <code className="text-ink select-all">{error.digest}</code>
        </p>
      )}
      <button type="button" onClick={reset} className={actionClass}>
        Retry
      </button>
    </PlainPage>
  );
}
