"use client";

import { useMemo, type ReactNode } from "react";

import { JsonView } from "@/components/json/json-view";
import { Exceptions } from "@/components/ui/exceptions";
import { useShortcuts } from "@/components/ui/shortcuts";
import { TabPanel, Tabs } from "@/components/ui/tabs";
import type { Call, CallRow, TokenUsage } from "@/lib/contract/calls";
import { STALE_HOURS } from "@/lib/contract/call-kinds";
import { toJsonText } from "@/lib/json/text";
import { readExceptions } from "@/lib/trace/exceptions";
import { sentSummary } from "@/lib/trace/weave-summary";

import { BorrowedNote } from "../conversation/borrowed-note";
import { RowNote } from "../conversation/row-note";
import { useBorrowed } from "../conversation/use-borrowed";
import { useRowValues } from "../conversation/use-row-values";
import { CallOverview } from "./call-overview";
import { LookToggle } from "./look-toggle";
import { Payload, type PayloadSide } from "./payload";
import { Section } from "./section";
import { tabNames, type TabName, useCallTab } from "./use-call-tab";
import { useConversation } from "./use-conversation";
import { payloadLooks, usePayloadLook } from "./use-payload-look";

const labels: Record<TabName, string> = {
  overview: "Overview",
  input: "Input",
  output: "Output",
  attributes: "Attributes",
  exception: "Exception",
  cost: "Cost",
  raw: "Raw",
};
const panelClass = "@container px-4 py-2 max-sm:overflow-visible";

interface CallTabsProps {
  call: Call;
  row: CallRow | undefined;
  usage: TokenUsage | undefined;
  now: number;
  /** Content of the cost tab. */
  cost: ReactNode;
}

/** All parts of a call as tabs; the selected tab is in the address. */
export function CallTabs({ call, row, usage, now, cost }: CallTabsProps) {
  const [tab, setTab] = useCallTab();
  const [look, setLook] = usePayloadLook();
  const { inputs, output, from } = useBorrowed(call, row?.overview);
  const summary = useMemo(() => sentSummary(call.summary), [call.summary]);
  const exceptions = useMemo(() => readExceptions(call), [call]);
  const read = useRowValues(call.project_id, { inputs, output });
  const chat = useConversation(read.inputs, read.output);
  const shownTabs = tabNames.filter((name) => name !== "exception" || exceptions.length > 0 || tab === name);
  const nextLook = () => setLook(payloadLooks[(payloadLooks.indexOf(look) + 1) % payloadLooks.length] ?? "chat");
  useShortcuts("Call", [
    { keys: "r", description: "Switch between chat, plain and JSON", run: nextLook },
    ...shownTabs.map((name, index) => ({
      keys: String(index + 1),
      description: labels[name],
      run: () => void setTab(name),
    })),
  ]);
  const toggle = chat.conversation && (
    <div className="flex justify-end">
      <LookToggle look={look} onChange={setLook} />
    </div>
  );
  const payload = (side: PayloadSide, className: string) => (
    <>
      <BorrowedNote from={from[side]} side={side} />
      {chat.conversation && look !== "json" && <RowNote refs={read.refs[side]} />}
      <Payload
        json={side === "input" ? inputs : output}
        side={side}
        chat={chat}
        look={look}
        onLook={setLook}
        absent={side === "input" ? "No input." : absenceWords(call, row)}
        className={className}
      />
    </>
  );
  return (
    <Tabs
      label="Call"
      tabs={shownTabs.map((value) => ({ value, label: labels[value] }))}
      value={tab}
      onValueChange={(next) => void setTab(next)}
      className="flex-1 max-sm:flex-none"
    >
      <TabPanel value="overview" className={panelClass}>
        <CallOverview
          exceptions={exceptions}
          call={call}
          row={row}
          usage={usage}
          now={now}
          toggle={toggle}
          payload={(side) => payload(side, "max-h-[50vh]")}
        />
      </TabPanel>
      <TabPanel value="input" className={panelClass}>
        <div className="flex h-full flex-col gap-1">
          {toggle}
          {payload("input", "flex-1")}
        </div>
      </TabPanel>
      <TabPanel value="output" className={panelClass}>
        <div className="flex h-full flex-col gap-1">
          {toggle}
          {payload("output", "flex-1")}
        </div>
      </TabPanel>
      <TabPanel value="attributes" className={panelClass}>
        <Section title="Attributes">
          <JsonView json={call.attributes} name="attributes" label="Attributes" className="max-h-[60vh]" />
        </Section>
        {summary && (
          <Section title="Summary">
            <JsonView json={summary} name="summary" label="Summary" className="max-h-[60vh]" />
          </Section>
        )}
      </TabPanel>
      <TabPanel value="exception" className={panelClass}>
        {exceptions.length === 0 ? (
          <p className="py-2 text-muted">No exception.</p>
        ) : (
          <div className="py-1">
            <Exceptions exceptions={exceptions} />
          </div>
        )}
      </TabPanel>
      <TabPanel value="cost" className={panelClass}>
        {cost}
      </TabPanel>
      <TabPanel value="raw" className={panelClass}>
        <RawCall call={call} />
      </TabPanel>
    </Tabs>
  );
}

/** The whole record as the service returned it. */
function RawCall({ call }: { call: Call }) {
  const json = useMemo(() => toJsonText(call), [call]);
  return <JsonView json={json} name="call" label="Call record" className="h-full max-sm:max-h-[70dvh]" />;
}

/** Why there is no output. */
function absenceWords({ ended_at: endedAt }: Call, row: CallRow | undefined): string {
  if (endedAt) return "No output.";
  if (row?.overview?.stale)
    return `No output. The call never ended, and its trace has had no activity for ${STALE_HOURS} hours.`;
  return "No output yet: the call is running.";
}
