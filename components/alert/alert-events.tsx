"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";

import { Button } from "@/components/ui/button";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Skeleton } from "@/components/ui/skeleton";
import { Timestamp } from "@/components/ui/timestamp";
import { valueText } from "@/lib/format/alert-words";
import type { Alert, AlertDelivery, AlertEvent } from "@/lib/contract/alerts";
import { measuredCallsPath } from "@/lib/filter/measured-calls";
import { counted } from "@/lib/format/number";
import { alertHistory } from "@/lib/queries/alerts";

import { AlertState, MutedMark } from "./alert-state";

/** The changes of an alert's state, and what became of each notification. */
export function AlertEvents({ alert }: { alert: Alert }) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(alertHistory(alert));
  const events = data?.pages.flat();
  return (
    <>
      {error && <InlineBanner tone="error">Could not load the history: {error.message}</InlineBanner>}
      {!events && !error && <Skeleton className="my-2 w-2/3" />}
      {events?.length === 0 && <p className="text-muted">Nothing has happened yet.</p>}
      <ol className="grid divide-y divide-line">
        {events?.map((event) => (
          <li key={`${event.kind} ${event.window_end}`} className="grid gap-0.5 py-1.5">
            <EventLine alert={alert} event={event} />
            {event.deliveries.map((delivery) => (
              <p key={delivery.id} className="pl-5 text-meta wrap-anywhere text-muted">
                {receiverOf(alert, delivery)}: {deliveryWords(delivery)}
              </p>
            ))}
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}

function EventLine({ alert: { project_id, metric }, event }: { alert: Alert; event: AlertEvent }) {
  const { window_start: start, window_end: end } = event;
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      <AlertState state={event.kind} />
      <Link
        href={measuredCallsPath(project_id, metric, { start, end })}
        prefetch={false}
        title="Show the calls that were measured"
        className="text-muted underline decoration-line underline-offset-2 hover:decoration-current"
      >
        <Timestamp at={end} />
      </Link>
      {event.value !== undefined && <span className="tabular-nums">{valueText(metric, event.value)}</span>}
      {event.baseline !== undefined && (
        <span className="text-muted tabular-nums">last week {valueText(metric, event.baseline)}</span>
      )}
      {event.muted && <MutedMark title="Muted: nobody was notified" />}
      {event.windows !== undefined && <span className="text-muted">{counted(event.windows, "window")}</span>}
      {event.reason !== undefined && <span className="text-muted wrap-anywhere">{event.reason}</span>}
    </p>
  );
}

function receiverOf({ channels }: Alert, { channel_id: id }: AlertDelivery): string {
  return channels.find((channel) => channel.id === id)?.origin ?? "A channel that was removed";
}

function deliveryWords({ status, attempts, response_status: response, error }: AlertDelivery): string {
  const reason = error ?? (response === undefined ? undefined : `HTTP ${response}`);
  const tried = `${counted(attempts, "attempt")}${reason === undefined ? "" : `, ${reason}`}`;
  switch (status) {
    case "delivered":
      return attempts > 1 ? `delivered after ${counted(attempts, "attempt")}` : "delivered";
    case "failed":
      return `given up after ${tried}`;
    case "pending":
      return attempts === 0 ? "not sent yet" : `will be sent again (${tried})`;
  }
}
