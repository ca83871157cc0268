"use client";

import { ListFilter } from "lucide-react";
import { useId, useState, type ReactNode } from "react";

import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Input } from "@/components/ui/input";
import { Popover } from "@/components/ui/popover";
import { StatusIcon } from "@/components/ui/status-icon";
import { callStatus } from "@/lib/contract/calls";
import { opName } from "@/lib/format/call-name";
import type { CallsView } from "@/lib/queries/calls-filter";

interface FilterPickerProps {
  view: CallsView;
  /** Operations known from the rows that are loaded. */
  ops: readonly string[];
  onChange: (change: Partial<CallsView>) => void;
}

/** Chooses statuses and operations; one that no loaded row has can be typed. */
export function FilterPicker({ view, ops, onChange }: FilterPickerProps) {
  const [typed, setTyped] = useState("");
  const shownOps = [...new Set([...view.op, ...ops])].filter((op) => op.toLowerCase().includes(typed.toLowerCase()));
  return (
    <Popover
      label="Filters"
      trigger={
        <Button size="small" variant="ghost" icon={ListFilter}>
          Filter
        </Button>
      }
      className="grid w-72 gap-3"
    >
      <fieldset className="grid">
        <legend className="px-1 pb-1 text-label text-muted">Status</legend>
        {callStatus.options.map((status) => (
          <Choice
            key={status}
            checked={view.status.includes(status)}
            onChange={(on) => onChange({ status: toggled(view.status, status, on) })}
          >
            <StatusIcon status={status} word />
          </Choice>
        ))}
      </fieldset>
      <fieldset className="grid min-w-0">
        <legend className="px-1 pb-1 text-label text-muted">Operation</legend>
        <form
          className="pb-1"
          onSubmit={(event) => {
            event.preventDefault();
            if (typed.trim() === "") return;
            onChange({ op: toggled(view.op, typed.trim(), true) });
            setTyped("");
          }}
        >
          <Input
            aria-label="Operation name"
            placeholder="Find, or type a name and press Enter"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            maxLength={1_024}
          />
        </form>
        <div className="max-h-56 overflow-auto">
          {shownOps.map((op) => (
            <Choice
              key={op}
              checked={view.op.includes(op)}
              onChange={(on) => onChange({ op: toggled(view.op, op, on) })}
            >
              <bdi title={op} className="truncate">
                {opName(op)}
              </bdi>
            </Choice>
          ))}
        </div>
      </fieldset>
    </Popover>
  );
}

interface ChoiceProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

function Choice({ checked, onChange, children }: ChoiceProps) {
  const id = useId();
  return (
    <div className="flex h-7 items-center gap-2 rounded-control px-1 hover:bg-hover">
      <Checkbox id={id} checked={checked} onCheckedChange={(next) => onChange(next === true)} />
      <label htmlFor={id} className="flex min-w-0 flex-1 cursor-pointer items-center">
        {children}
      </label>
    </div>
  );
}

function toggled<Value>(values: readonly Value[], value: Value, on: boolean): Value[] {
  const others = values.filter((each) => each !== value);
  return on ? [...others, value] : others;
}
