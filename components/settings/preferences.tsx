"use client";

import { useTheme } from "next-themes";
import { useId, useState } from "react";

import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { onSubmit } from "@/components/ui/on-submit";
import { Select } from "@/components/ui/select";
import { useIsHydrated } from "@/components/ui/use-browser-value";
import { useNow } from "@/components/ui/use-now";
import { useDeviceZone, useTimeZone, useZoneChoice } from "@/components/ui/use-time-zone";
import { formatTime } from "@/lib/format/time";
import { parseZone } from "@/lib/format/time-zone";

const themes = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;
type Theme = (typeof themes)[number]["value"];

/** Preferences stored in this browser. */
export function Preferences() {
  return (
    <div className="mx-auto grid w-full max-w-160 content-start gap-6 px-4 py-4">
      <header>
        <h1 className="text-title font-semibold">Preferences</h1>
        <p className="text-muted">Saved in this browser, for all projects and tabs.</p>
      </header>
      <ThemeChoice />
      <ZoneForm />
    </div>
  );
}

function ThemeChoice() {
  const { theme, setTheme } = useTheme();
  // The server does not know the theme.
  const isHydrated = useIsHydrated();
  const value: Theme = themes.find((choice) => isHydrated && choice.value === theme)?.value ?? "system";
  return (
    <Field label="Theme">
      {(control) => (
        <Select {...control} options={themes} value={value} onValueChange={setTheme} className="justify-self-start" />
      )}
    </Field>
  );
}

function ZoneForm() {
  const listId = useId();
  const device = useDeviceZone();
  const zone = useTimeZone();
  const now = useNow();
  const [, setChoice] = useZoneChoice();
  const [typed, setTyped] = useState<string>();
  const known = typed === undefined ? undefined : parseZone(typed.trim());
  return (
    <form
      className="grid gap-2"
      onSubmit={onSubmit(() => {
        if (known) setChoice(known);
        setTyped(undefined);
      })}
    >
      <Field
        label="Time zone"
        hint={`Now: ${formatTime(new Date(now).toISOString().replace(/\.\d+/, ""), zone, "full")}`}
        error={typed !== undefined && !known ? "Enter a time zone, such as Europe/Berlin" : undefined}
      >
        {(control) => (
          <Input
            {...control}
            list={listId}
            value={typed ?? zone}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <datalist id={listId}>
        {Intl.supportedValuesOf("timeZone").map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={!known}>
          Save time zone
        </Button>
        <Button onClick={() => setChoice("local")} disabled={zone === device}>
          Use device time zone
        </Button>
        <Button onClick={() => setChoice("utc")} disabled={zone === "UTC"}>
          Use UTC
        </Button>
      </div>
    </form>
  );
}
