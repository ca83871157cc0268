"use client";

import { ChevronRight } from "lucide-react";
import { memo, useCallback, useState, type Dispatch } from "react";

import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { SearchInput } from "@/components/ui/search-input";
import { TabPanel, Tabs } from "@/components/ui/tabs";
import { toast } from "@/components/ui/toast-store";
import { PARAMETER_GROUPS, type ChatParameter, type ParameterGroup } from "@/lib/contract/chat-parameter";
import { CHAT_PARAMETERS } from "@/lib/contract/chat-parameters";
import type { FieldError } from "@/lib/contract/field-errors";
import { changedParameters, STREAMED, type Pane } from "@/lib/playground/document";
import type { Edit } from "@/lib/playground/edit";
import { knownParameter } from "@/lib/playground/parameters";

import { ParameterRow } from "./parameter-row";
import { RawParameters } from "./raw-parameters";

interface ParametersPanelProps {
  pane: Pane;
  /** The pane's position, from 1. */
  place: number;
  paneCount: number;
  /** Errors in parameters from its last run or from validation. */
  problems: readonly FieldError[];
  edit: Dispatch<Edit>;
}

const all: [string, ChatParameter][] = Object.entries(CHAT_PARAMETERS);
const groups = Object.entries(PARAMETER_GROUPS) as [ParameterGroup, string][];
type Look = "form" | "json";

/** Every parameter of a pane, by group, and as JSON. */
export const ParametersPanel = memo(function ParametersPanel({
  pane,
  place,
  paneCount,
  problems,
  edit,
}: ParametersPanelProps) {
  const [look, setLook] = useState<Look>("form");
  const [search, setSearch] = useState("");
  const change = useCallback(
    (name: string, text: string | undefined) => edit({ type: "parameter", pane: pane.id, name, text }),
    [edit, pane.id],
  );
  const sent = Object.keys(pane.parameters);
  const changed = changedParameters(pane.parameters);
  const unknown = sent.filter((name) => !knownParameter(name));
  return (
    <section aria-label="Parameters" className="flex h-full min-h-0 flex-col">
      <div className="flex min-h-10 flex-wrap items-center gap-2 px-4 py-1.5">
        <h2 className="text-body font-medium in-data-[shape=sheet]:sr-only">
          Parameters {paneCount > 1 && <span className="font-normal text-muted">of pane {place}</span>}
        </h2>
        {changed.length > 0 && <Badge tone="accent">{changed.length} changed</Badge>}
        <span className="ml-auto flex gap-1">
          {paneCount > 1 && (
            <Button size="small" variant="ghost" onClick={() => edit({ type: "share parameters", pane: pane.id })}>
              Use in all panes
            </Button>
          )}
          {sent.length > 0 && (
            <Button size="small" variant="ghost" onClick={() => resetAll(pane, edit)}>
              Reset all
            </Button>
          )}
        </span>
      </div>
      <Tabs
        label="Parameter view"
        tabs={[
          { value: "form", label: "Form" },
          { value: "json", label: "JSON" },
        ]}
        value={look}
        onValueChange={setLook}
        className="flex-1"
      >
        <TabPanel value="form" className="px-4 py-2">
          <SearchInput label="Search parameters" value={search} onValueChange={setSearch} />
          {groups.map(([group, title]) => (
            <Group
              key={group}
              title={title}
              search={search}
              rows={all.filter(([, parameter]) => parameter.group === group)}
              pane={pane}
              problems={problems}
              onChange={change}
            />
          ))}
          {unknown.length > 0 && (
            <Group
              title="Other parameters, sent unchanged"
              search={search}
              rows={unknown.map((name) => [name, otherParameter])}
              pane={pane}
              problems={problems}
              onChange={change}
            />
          )}
        </TabPanel>
        <TabPanel value="json" className="p-4">
          <RawParameters
            key={pane.id}
            pane={pane}
            onChange={(next) => edit({ type: "pane", id: pane.id, change: next })}
          />
        </TabPanel>
      </Tabs>
    </section>
  );
});

function resetAll({ id, parameters }: Pane, edit: Dispatch<Edit>): void {
  edit({ type: "pane", id, change: { parameters: {} } });
  toast({
    title: "All parameters reset to defaults",
    action: { label: "Undo", onAction: () => edit({ type: "pane", id, change: { parameters } }) },
  });
}

const otherParameter: ChatParameter = {
  group: "engine",
  form: "json",
  meaning: "Not a known parameter. Passed to the model server unchanged.",
  schema: CHAT_PARAMETERS.kv_transfer_params.schema,
};

interface GroupProps {
  title: string;
  search: string;
  rows: readonly (readonly [string, ChatParameter])[];
  pane: Pane;
  problems: readonly FieldError[];
  onChange: (name: string, text: string | undefined) => void;
}

/** Open while a parameter in it was changed, is invalid, or matches the search. */
function Group({ title, search, rows, pane, problems, onChange }: GroupProps) {
  const query = search.trim().toLowerCase();
  const shown = rows.filter(([name, { meaning }]) => `${name} ${meaning}`.toLowerCase().includes(query));
  const changed = changedParameters(pane.parameters).filter((name) => rows.some(([known]) => known === name)).length;
  const hasProblem = rows.some(([name]) => refusalOf(problems, name) !== undefined);
  const [isOpen, setOpen] = useState(
    title === PARAMETER_GROUPS.sampling || rows.some(([name]) => isChosen(pane, name)),
  );
  if (shown.length === 0) return null;
  const isShown = isOpen || query !== "" || hasProblem;
  return (
    <details
      open={isShown}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group/parameters border-b border-line last:border-b-0"
    >
      <summary className="flex h-9 list-none items-center gap-1.5 font-medium">
        <ChevronRight
          aria-hidden
          className="size-3.5 text-muted transition-transform group-open/parameters:rotate-90"
        />
        {title}
        {changed > 0 && (
          <span className="ml-auto flex items-center gap-1.5 text-meta font-normal text-muted">
            <span aria-hidden className="size-1.5 rounded-full bg-accent" />
            {changed} changed
          </span>
        )}
      </summary>
      {/* Editors in what is folded would be loaded for nothing. */}
      <div className="pb-2 pl-5">
        {(isShown ? shown : []).map(([name, parameter]) => (
          <ParameterRow
            key={name}
            name={name}
            parameter={parameter}
            text={pane.parameters[name]}
            refusal={refusalOf(problems, name)}
            onChange={onChange}
          />
        ))}
      </div>
    </details>
  );
}

/** Whether a user set it: every new pane streams. */
function isChosen({ parameters }: Pane, name: string): boolean {
  const usual: Readonly<Record<string, string>> = STREAMED;
  return Object.hasOwn(parameters, name) && parameters[name] !== usual[name];
}

function refusalOf(problems: readonly FieldError[], name: string): string | undefined {
  return problems.find(({ path }) => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`))
    ?.message;
}
