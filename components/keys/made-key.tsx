"use client";

import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { InlineBanner } from "@/components/ui/inline-banner";

interface MadeKeyProps {
  /** The key itself. */
  text: string;
  onDone: () => void;
}

/** Shows a new key the only time that it can be seen. */
export function MadeKey({ text, onDone }: MadeKeyProps) {
  return (
    <div className="grid gap-4">
      <InlineBanner tone="warning">
        Copy it now: only its fingerprint is kept, so it cannot be shown again.
      </InlineBanner>
      <CodeBlock label="Key" code={text} wrap />
      <p className="text-muted">
        A person signs in with it as API key. A program sends it as <code>Authorization: Bearer …</code>, as the
        password of Basic, or as <code>x-api-key</code>; for OpenTelemetry:
      </p>
      <CodeBlock label="Variable" code={`OTEL_EXPORTER_OTLP_HEADERS="x-api-key=${text}"`} wrap />
      <Button variant="primary" onClick={onDone} className="justify-self-end">
        I have copied it
      </Button>
    </div>
  );
}
