"use client";

import { X } from "lucide-react";

import { Field } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { ChannelFormat } from "@/lib/contract/alerts";

/** A channel in the form: one that is stored, or a new one. */
export type ChannelRow = { row: number; format: ChannelFormat } & (
  | { id: string; origin: string }
  | { id: undefined; url: string }
);

const formats: { value: ChannelFormat; label: string }[] = [
  { value: "json", label: "Webhook" },
  { value: "slack", label: "Slack" },
];

interface ChannelFieldsProps {
  channel: ChannelRow;
  error: string | undefined;
  onChange: (channel: ChannelRow) => void;
  onRemove: () => void;
}

/** A receiver of notifications. The URL of a stored one is not shown, since it may be a secret. */
export function ChannelFields({ channel, error, onChange, onRemove }: ChannelFieldsProps) {
  const word = formats.find(({ value }) => value === channel.format)?.label;
  if (channel.id !== undefined)
    return (
      <div className="flex items-center gap-2">
        <p className="min-w-0 flex-1 truncate">
          {word}: <bdi title={channel.origin}>{channel.origin}</bdi>
        </p>
        <IconButton icon={X} label={`Remove ${channel.origin}`} onClick={onRemove} />
      </div>
    );
  return (
    <div className="flex items-start gap-2">
      <Field label="Format">
        {(control) => (
          <Select
            {...control}
            options={formats}
            value={channel.format}
            onValueChange={(format) => onChange({ ...channel, format })}
          />
        )}
      </Field>
      <div className="min-w-0 flex-1">
        <Field label="URL" error={error}>
          {(control) => (
            <Input
              {...control}
              type="url"
              value={channel.url}
              required
              autoComplete="off"
              placeholder={
                channel.format === "slack" ? "https://hooks.slack.com/services/…" : "https://example.com/loupe"
              }
              onChange={(event) => onChange({ ...channel, url: event.target.value })}
            />
          )}
        </Field>
      </div>
      <div className="w-7 shrink-0 pt-5">
        <IconButton icon={X} label={`Remove ${channel.url || "this channel"}`} onClick={onRemove} />
      </div>
    </div>
  );
}
