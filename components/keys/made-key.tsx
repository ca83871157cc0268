"use client";

import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { InlineBanner } from "@/components/ui/inline-banner";

interface MadeKeyProps {
  /** The key itself. */
  text: string;
  onDone: () => void;
}

/** Shows a new key, which is possible only once. */
export function MadeKey({ text, onDone }: MadeKeyProps) {
  return (
    <div className="grid gap-4">
      <InlineBanner tone="warning">
        Copy the key now. Only its hash is stored, so it cannot be shown again.
      </InlineBanner>
      <CodeBlock label="Key" code={text} wrap />
      <p className="text-muted">
        Use it as the API key to sign in. Programs send it as <code>Authorization: Bearer …</code>, as the password in
        Basic authentication, or as <code>x-api-key</code>; for OpenTelemetry:
      </p>
      <CodeBlock label="Variable" code={`OTEL_EXPORTER_OTLP_HEADERS="x-api-key=${text}"`} wrap />
      <Button variant="primary" onClick={onDone} className="justify-self-end">
        I have copied it
      </Button>
    </div>
  );
}
