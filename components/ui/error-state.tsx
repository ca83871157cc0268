"use client";

import { RotateCw, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

import { Button } from "./button";
import { CopyButton } from "./copy-button";

interface ErrorStateProps {
  /** What happened, in one sentence. */
  title: string;
  /** What to do about it. */
  description?: ReactNode;
  /** Whether it is the whole page, so that its title is the page's heading. */
  isPage?: boolean;
  /** The error; it has a `requestId` if a service answered. */
  error?: Error | null;
  onRetry?: () => void;
  retrying?: boolean;
  children?: ReactNode;
}

/** Shown in place of content that could not be loaded. */
export function ErrorState({
  title,
  description,
  error,
  onRetry,
  retrying,
  isPage = false,
  children,
}: ErrorStateProps) {
  const requestId = error ? requestIdOf(error) : undefined;
  const Heading = isPage ? "h1" : "h2";
  return (
    <section role="alert" className="mx-auto grid w-full max-w-160 justify-items-start gap-3 px-4 py-12">
      <TriangleAlert aria-hidden className="size-6 text-error" />
      <div>
        <Heading className="text-section font-semibold wrap-anywhere">{title}</Heading>
        {description && <div className="text-body wrap-anywhere text-muted">{description}</div>}
      </div>
      {requestId && <RequestId id={requestId} />}
      {(onRetry ?? children) && (
        <div className="flex flex-wrap gap-2">
          {onRetry && (
            <Button icon={RotateCw} onClick={onRetry} busy={retrying}>
              Retry
            </Button>
          )}
          {children}
        </div>
      )}
    </section>
  );
}

export function RequestId({ id }: { id: string }) {
  return (
    <p className="flex items-center gap-1 text-meta text-muted">
      Request <code className="text-ink">{id}</code>
      <CopyButton text={id} label="Copy request ID" />
    </p>
  );
}

function requestIdOf(error: Error): string | undefined {
  return "requestId" in error && typeof error.requestId === "string" ? error.requestId : undefined;
}
