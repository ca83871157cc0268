"use client";

import { PlainPage, actionClass } from "./plain-page";

interface ErrorPageProps {
  error: Error & { digest?: string };
  reset: () => void;
}

export default function ErrorPage({ error, reset }: ErrorPageProps) {
  return (
    <PlainPage
      title="This page failed to load"
      description="The dashboard log has the cause, under the request id below."
    >
      {error.digest && (
        <p className="text-meta text-muted">
          Request <code className="text-ink select-all">{error.digest}</code>
        </p>
      )}
      <button type="button" onClick={reset} className={actionClass}>
        Retry now
      </button>
    </PlainPage>
  );
}
