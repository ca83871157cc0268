"use client";

import { PlainPage, wayOnClass } from "./plain-page";

interface ErrorPageProps {
  error: Error & { digest?: string };
  reset: () => void;
}

export default function ErrorPage({ error, reset }: ErrorPageProps) {
  return (
    <PlainPage
      title="This page could not be shown"
      description="The cause is in the dashboard's log, under the number below."
    >
      {error.digest && (
        <p className="text-meta text-muted">
          Request <code className="text-ink select-all">{error.digest}</code>
        </p>
      )}
      <button type="button" onClick={reset} className={wayOnClass}>
        Retry now
      </button>
    </PlainPage>
  );
}
