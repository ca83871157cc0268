"use client";

import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { InlineBanner } from "@/components/ui/inline-banner";
import type { AlertWithSecrets } from "@/lib/contract/alerts";

/** Shows the secrets of new webhooks, which is possible only once. */
export function ChannelSecrets({ made: { alert, secrets }, onDone }: { made: AlertWithSecrets; onDone: () => void }) {
  return (
    <div className="grid gap-4">
      <InlineBanner tone="warning">Copy the secret of each webhook now. It cannot be shown again.</InlineBanner>
      <p className="text-muted">
        With it, the receiver checks the header <code>webhook-signature</code>, as Standard Webhooks specifies.
      </p>
      {secrets.map(({ channel_id: id, secret }) => (
        <CodeBlock
          key={id}
          label={`Secret of ${alert.channels.find((channel) => channel.id === id)?.origin ?? "the webhook"}`}
          code={secret}
          wrap
        />
      ))}
      <Button variant="primary" onClick={onDone} className="justify-self-end">
        I have copied it
      </Button>
    </div>
  );
}
