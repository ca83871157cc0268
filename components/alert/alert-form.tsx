"use client";

import { Plus } from "lucide-react";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { DraftNote } from "@/components/ui/draft-note";
import { Field } from "@/components/ui/field";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Input } from "@/components/ui/input";
import { MetricFields } from "@/components/ui/metric-fields";
import { onSubmit as submitForm } from "@/components/ui/on-submit";
import { useCheckedDraft } from "@/components/ui/use-draft";
import { useNow } from "@/components/ui/use-now";
import { useTimeZone } from "@/components/ui/use-time-zone";
import { ApiError } from "@/lib/client/api-error";
import type { Alert, AlertDefinition, KeptOrNewChannel } from "@/lib/contract/alerts";
import { ALERT_CHANNELS } from "@/lib/contract/limits";

import { type AlertDraft, definitionOf, draftOf, newDraft, NOTIFIED } from "./alert-draft";
import { ChannelFields, type ChannelRow } from "./channel-fields";
import { ConditionFields } from "./condition-fields";

interface AlertFormProps {
  projectId: string;
  alert: Alert | undefined;
  /** What a new alert begins with. */
  start: Partial<AlertDraft>;
  busy: boolean;
  /** The error of the last attempt. */
  error: Error | null;
  /** Resolves when it has been saved. */
  onSubmit: (definition: AlertDefinition, channels: KeptOrNewChannel[]) => Promise<unknown>;
  onCancel: () => void;
}

const notifiedWords: Record<(typeof NOTIFIED)[number], string> = {
  recovery: "When it is OK again",
  no_data: "When there is no data",
  error: "When it cannot be evaluated",
};

/** The form of an alert: what is measured, when it fires, and who is notified. */
export function AlertForm({ projectId, alert, start, busy, error, onSubmit, onCancel }: AlertFormProps) {
  const zone = useTimeZone();
  const now = useNow();
  const initial = alert ? { ...draftOf(alert) } : newDraft(start);
  // A metric from a chart is a subject of its own: the draft of another new alert does not replace it.
  const subject = alert?.id ?? ["new", ...Object.values(start)].join(":");
  const draft = useCheckedDraft(`alert:${projectId}:${subject}`, initial, alert?.updated_at);
  const [channels, setChannels] = useState<readonly ChannelRow[]>(() => storedChannels(alert));
  const { fields, problems, setProblems, change } = draft;
  const submit = () => {
    if (busy) return;
    const read = definitionOf(fields, { now, zone }, alert);
    setProblems("problems" in read ? read.problems : {});
    if ("problems" in read) return;
    // Errors are shown above the buttons.
    onSubmit(read.definition, channels.map(channelOf)).then(draft.clear, () => undefined);
  };
  const channelError = (place: number) =>
    error instanceof ApiError
      ? error.errors.find(({ path }) => path.startsWith(`channels[${place}]`))?.message
      : undefined;
  const notified = fields.notifyOn.split(" ").filter((word) => word !== "");
  return (
    <form className="grid gap-4" noValidate onSubmit={submitForm(submit)}>
      <Field label="Name" error={problems.name}>
        {(control) => (
          <Input
            {...control}
            value={fields.name}
            autoComplete="off"
            placeholder="Failures of the support agent"
            onChange={(event) => change({ name: event.target.value })}
          />
        )}
      </Field>
      <MetricFields fields={fields} problems={problems} onChange={change} />
      <ConditionFields fields={fields} problems={problems} onChange={change} />
      <fieldset className="grid gap-2">
        <legend className="pb-1 text-meta font-medium">Notify</legend>
        {channels.length === 0 && (
          <p className="text-meta text-muted">Nobody is notified; the state is shown on this page.</p>
        )}
        {channels.map((channel, place) => (
          <ChannelFields
            key={channel.row}
            channel={channel}
            error={channelError(place)}
            onChange={(next) => setChannels(channels.with(place, next))}
            onRemove={() => setChannels(channels.toSpliced(place, 1))}
          />
        ))}
        {channels.length < ALERT_CHANNELS && (
          <Button
            size="small"
            icon={Plus}
            className="justify-self-start"
            onClick={() => setChannels([...channels, newChannel(channels)])}
          >
            Add channel
          </Button>
        )}
        {channels.length > 0 &&
          NOTIFIED.map((event) => (
            <Checkbox
              key={event}
              checked={notified.includes(event)}
              onCheckedChange={(checked) =>
                change({
                  notifyOn: [...notified.filter((word) => word !== event), ...(checked ? [event] : [])].join(" "),
                })
              }
            >
              {notifiedWords[event]}
            </Checkbox>
          ))}
      </fieldset>
      <DraftNote draft={draft}>Channels are not saved in drafts.</DraftNote>
      {error && <InlineBanner tone="error">Could not save the alert: {error.message}</InlineBanner>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? "Saving" : alert ? "Save alert" : "Create alert"}
        </Button>
      </div>
    </form>
  );
}

function storedChannels(alert: Alert | undefined): ChannelRow[] {
  return (alert?.channels ?? []).map((channel, row) => ({ row, ...channel }));
}

function newChannel(channels: readonly ChannelRow[]): ChannelRow {
  return { row: Math.max(-1, ...channels.map(({ row }) => row)) + 1, format: "json", id: undefined, url: "" };
}

function channelOf(channel: ChannelRow): KeptOrNewChannel {
  if (channel.id !== undefined) return { id: channel.id };
  return { format: channel.format, url: channel.url.trim() };
}
