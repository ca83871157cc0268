"use client";

import { useMutation } from "@tanstack/react-query";
import { BellOff, X } from "lucide-react";
import Link from "next/link";
import { useState } from "react";

import { Button, buttonClass } from "@/components/ui/button";
import { DropdownMenu, MenuItem } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import { InlineBanner } from "@/components/ui/inline-banner";
import { StoppedNote } from "@/components/ui/stopped-note";
import { Timestamp } from "@/components/ui/timestamp";
import { toast } from "@/components/ui/toast-store";
import { useNow } from "@/components/ui/use-now";
import { conditionText, metricText, valueText } from "@/lib/format/alert-words";
import type { Alert } from "@/lib/contract/alerts";
import { measuredCallsPath, measuredFilter } from "@/lib/filter/measured-calls";
import { counted } from "@/lib/format/number";
import { muteAlert, testAlert } from "@/lib/queries/alerts";
import { takeOverWork } from "@/lib/queries/work";

import { AlertDialog } from "./alert-dialog";
import { AlertEvents } from "./alert-events";
import { AlertState } from "./alert-state";
import { isMuted } from "./columns";
import { DeleteDialog } from "./delete-dialog";
import { MAY_NOT_ALERT } from "./may-not-alert";
import { windowWords } from "./windows";

const HOUR_MS = 3_600_000;
const mutes = [
  { label: "For 1 hour", ms: HOUR_MS },
  { label: "For 8 hours", ms: 8 * HOUR_MS },
  { label: "For 1 day", ms: 24 * HOUR_MS },
  { label: "For 7 days", ms: 7 * 24 * HOUR_MS },
];

interface AlertPeekProps {
  alert: Alert;
  mayAlert: boolean;
  onClose: () => void;
}

/** An alert: what it watches, its state and its history. */
export function AlertPeek({ alert, mayAlert, onClose }: AlertPeekProps) {
  const { project_id, id } = alert;
  const [dialog, setDialog] = useState<"edit" | "delete">();
  const now = useNow();
  const mute = useMutation(muteAlert());
  const test = useMutation(testAlert());
  const takeOver = useMutation(takeOverWork());
  const error = mute.error ?? test.error;
  const muted = isMuted(alert, now);
  const title = mayAlert ? undefined : MAY_NOT_ALERT;
  const setMute = (until: string | null) => mute.mutate({ project_id, id, until });
  const hasChannels = alert.channels.length > 0;
  return (
    <aside aria-label={`Alert ${alert.name}`} className="flex h-full min-h-0 flex-col">
      <div className="flex h-9 shrink-0 items-center gap-1 border-b border-line px-2">
        <Button size="small" variant="ghost" disabled={!mayAlert} title={title} onClick={() => setDialog("edit")}>
          Edit
        </Button>
        {muted ? (
          <Button size="small" variant="ghost" disabled={!mayAlert} title={title} onClick={() => setMute(null)}>
            Unmute
          </Button>
        ) : (
          <DropdownMenu
            align="start"
            trigger={
              <Button size="small" variant="ghost" disabled={!mayAlert} title={title}>
                Mute
              </Button>
            }
          >
            {mutes.map(({ label, ms }) => (
              <MenuItem key={label} icon={BellOff} onSelect={() => setMute(new Date(Date.now() + ms).toISOString())}>
                {label}
              </MenuItem>
            ))}
          </DropdownMenu>
        )}
        <Button
          size="small"
          variant="ghost"
          busy={test.isPending}
          disabled={!mayAlert || !hasChannels}
          title={title ?? (hasChannels ? undefined : "This alert has no channels.")}
          onClick={() =>
            test.mutate(
              { project_id, id },
              { onSuccess: () => toast({ title: "Test notification sent to every channel" }) },
            )
          }
        >
          Send test
        </Button>
        <Button size="small" variant="ghost" disabled={!mayAlert} title={title} onClick={() => setDialog("delete")}>
          Delete
        </Button>
        <IconButton icon={X} label="Close" shortcut="escape" size="small" className="ml-auto" onClick={onClose} />
      </div>
      <div className="min-h-0 flex-1 overflow-auto px-4 py-3">
        {error && (
          <InlineBanner tone="error" className="mb-2">
            {error.message}
          </InlineBanner>
        )}
        <h2 className="text-section font-semibold wrap-anywhere">
          <bdi>{alert.name}</bdi>
        </h2>
        {alert.stopped_for !== undefined && (
          <StoppedNote
            reason={alert.stopped_for}
            needsOwner={alert.needs_owner === true}
            restriction={title}
            isBusy={takeOver.isPending}
            error={takeOver.error}
            onTakeOver={() => takeOver.mutate({ project_id, kind: "alert", id })}
          />
        )}
        <p className="flex flex-wrap items-center gap-x-2">
          <AlertState state={alert.state} />
          {alert.state_since !== undefined && (
            <span className="text-muted">
              since <Timestamp at={alert.state_since} />
            </span>
          )}
          {alert.value !== undefined && <span className="tabular-nums">{valueText(alert.metric, alert.value)}</span>}
          {alert.baseline !== undefined && (
            <span className="text-muted tabular-nums">last week {valueText(alert.metric, alert.baseline)}</span>
          )}
        </p>
        {alert.reason !== undefined && <p className="text-muted">{alert.reason}.</p>}
        {muted && alert.muted_until !== undefined && (
          <p className="text-muted">
            Muted until <Timestamp at={alert.muted_until} />
          </p>
        )}
        <AlertFacts alert={alert} />
        <h3 className="pt-4 pb-1 text-label text-muted">History, latest first</h3>
        <AlertEvents alert={alert} />
      </div>
      {dialog === "edit" && <AlertDialog projectId={project_id} alert={alert} onClose={() => setDialog(undefined)} />}
      {dialog === "delete" && <DeleteDialog alert={alert} onClose={() => setDialog(undefined)} onDeleted={onClose} />}
    </aside>
  );
}

function AlertFacts({ alert }: { alert: Alert }) {
  const { project_id, metric, condition, window_seconds: seconds, consecutive, channels } = alert;
  const filter = measuredFilter(metric);
  const areRoots = metric.filter?.trace_roots_only;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 pt-3">
      <dt className="text-muted">Fires if</dt>
      <dd className="wrap-anywhere">
        {metricText(metric)} {conditionText(metric, condition)}
        {consecutive > 1 && ` in ${counted(consecutive, "window")} in succession`}
      </dd>
      <dt className="text-muted">Calls</dt>
      <dd className="wrap-anywhere">
        {filter ? <code>{filter}</code> : "all"}
        {areRoots && (filter ? ", root calls only" : " root calls")}{" "}
        <Link href={measuredCallsPath(project_id, metric)} className={buttonClass("ghost", "small")}>
          Show
        </Link>
      </dd>
      <dt className="text-muted">Window</dt>
      <dd>{windowWords(seconds)}</dd>
      <dt className="text-muted">Notifies</dt>
      <dd className="wrap-anywhere">
        {channels.length === 0
          ? "nobody"
          : channels.map(({ format, origin }) => `${origin}${format === "slack" ? " (Slack)" : ""}`).join(", ")}
      </dd>
      <dt className="text-muted">Created</dt>
      <dd className="wrap-anywhere">
        <Timestamp at={alert.created_at} /> by {alert.created_by}
      </dd>
    </dl>
  );
}
