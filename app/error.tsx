"use client";

import { PlainPage, actionClass } from "./plain-page";

export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <PlainPage
      title="This page failed to load"
      description="To find the cause, search the dashboard's output for the error digest below."
    >
      {error.digest && (
        <p className="text-meta text-muted">
          Error digest <code className="text-ink select-all">{error.digest}</code>
        </p>
      )}
      <button type="button" onClick={reset} className={actionClass}>
        Retry
      </button>
    </PlainPage>
  );
}
