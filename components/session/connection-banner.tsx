"use client";

import { useEffect, useState, useSyncExternalStore } from "react";

import { Button } from "@/components/ui/button";
import { InlineBanner } from "@/components/ui/inline-banner";
import { connectionGate } from "@/lib/client/browser-client";
import type { Outage } from "@/lib/client/connection-gate";

const currentOutage = () => connectionGate.outage;
const outageOnServer = () => undefined;

/** Shows that the service does not respond and the time of the next attempt; disappears when the service is back. */
export function ConnectionBanner() {
  const outage = useSyncExternalStore(connectionGate.subscribe, currentOutage, outageOnServer);
  return outage && <OutageBanner outage={outage} />;
}

function OutageBanner({ outage: { message, retryAt } }: { outage: Outage }) {
  const seconds = useSecondsUntil(retryAt);
  return (
    <InlineBanner
      tone="warning"
      className="items-center rounded-none px-4"
      action={<Button onClick={() => connectionGate.retryNow()}>Retry now</Button>}
    >
      {message} {/* A screen reader would otherwise announce every second. */}
      <span aria-hidden className="tabular-nums">
        {seconds > 0 ? `Retrying in ${seconds} s` : "Retrying"}
      </span>
    </InlineBanner>
  );
}

function useSecondsUntil(instant: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((instant - now) / 1000));
}
