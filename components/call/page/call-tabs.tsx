"use client";

import dynamic from "next/dynamic";
import { useMemo, type ReactNode } from "react";

import { Exceptions } from "@/components/ui/exceptions";
import { TabPanel, Tabs } from "@/components/ui/tabs";
import type { Call, CallRow, TokenUsage } from "@/lib/contract/calls";
import { STALE_HOURS, takesParameters } from "@/lib/contract/call-kinds";
import type { SpanTree } from "@/lib/trace/span-tree";
import { readExceptions } from "@/lib/trace/exceptions";
import { filledFromRow } from "@/lib/trace/payload-refs";

import { useBorrowed } from "../conversation/use-borrowed";
import { useRowValues } from "../conversation/use-row-values";
import { CallSkeleton } from "./call-skeleton";
import { CallOverview } from "./call-overview";
import { LookToggle } from "./look-toggle";
import { Payload, type PayloadSide } from "./payload";
import { useCallKeys } from "./use-call-keys";
import { tabLabels, tabNames, useCallTab } from "./use-call-tab";
import { useConversation } from "./use-conversation";
import { usePromptGrowth } from "./use-prompt-growth";
import { usePayloadLook } from "./use-payload-look";

const BorrowedNote = dynamic(async () => (await import("../conversation/borrowed-note")).BorrowedNote, { ssr: false });
const FilledFromNote = dynamic(async () => (await import("../conversation/filled-from-note")).FilledFromNote, {
  ssr: false,
});
const RowNote = dynamic(async () => (await import("../conversation/row-note")).RowNote, { ssr: false });
// Shown for calls of models.
const PromptGrowthFold = dynamic(async () => (await import("./prompt-growth-fold")).PromptGrowthFold, { ssr: false });
const ParameterChips = dynamic(async () => (await import("./parameter-chips")).ParameterChips, {
  ssr: false,
  loading: () => <div className="h-6" />,
});
const CallAttributes = dynamic(async () => (await import("./call-record")).CallAttributes, {
  ssr: false,
  loading: () => <CallSkeleton label="Loading attributes" />,
});
const RawCall = dynamic(async () => (await import("./call-record")).RawCall, {
  ssr: false,
  loading: () => <CallSkeleton label="Loading call" />,
});

const panelClass = "@container px-4 py-2 max-sm:overflow-visible";

interface CallTabsProps {
  call: Call;
  row: CallRow | undefined;
  usage: TokenUsage | undefined;
  /** The calls of its trace; undefined while loading. */
  tree: SpanTree | undefined;
  now: number;
  /** Content of the cost tab. */
  cost: ReactNode;
}

/** All parts of a call as tabs; the selected tab is in the address. */
export function CallTabs({ call, row, usage, tree, now, cost }: CallTabsProps) {
  const [tab, setTab] = useCallTab();
  const [look, setLook] = usePayloadLook();
  const { inputs, output, from } = useBorrowed(call, row?.overview);
  const exceptions = useMemo(() => readExceptions(call), [call]);
  const read = useRowValues(call.project_id, { inputs, output });
  const chat = useConversation(read.inputs, read.output);
  const filledFrom = useMemo(() => filledFromRow(call.project_id, call.attributes), [call]);
  const growth = usePromptGrowth({ call, inputs: read.inputs, conversation: chat.conversation, tree });
  const { kind } = row?.overview ?? call.overview ?? {};
  const shownTabs = tabNames.filter((name) => name !== "exception" || exceptions.length > 0 || tab === name);
  useCallKeys(shownTabs);
  const toggle = chat.conversation && (
    <div className="flex justify-end">
      <LookToggle look={look} onChange={setLook} />
    </div>
  );
  const parameters = takesParameters(kind) && <ParameterChips call={call} />;
  const payload = (side: PayloadSide, className: string) => (
    <>
      {side === "input" && growth && <PromptGrowthFold growth={growth} />}
      {/* Comments on passages find the payload by these attributes. */}
      <div
        data-payload-of={from[side]?.id ?? call.id}
        data-payload={side === "input" ? "inputs" : "output"}
        className="contents"
      >
        {side === "input" && filledFrom && <FilledFromNote projectId={call.project_id} row={filledFrom} />}
        {from[side] && <BorrowedNote from={from[side]} side={side} />}
        {chat.conversation && look !== "json" && read.refs[side].length > 0 && <RowNote refs={read.refs[side]} />}
        <Payload
          json={side === "input" ? inputs : output}
          side={side}
          chat={chat}
          repeated={growth?.repeated}
          look={look}
          onLook={setLook}
          absent={side === "input" ? "No input." : absenceWords(call, row)}
          className={className}
        />
      </div>
    </>
  );
  return (
    <Tabs
      label="Call"
      tabs={shownTabs.map((value) => ({ value, label: tabLabels[value] }))}
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
          parameters={parameters}
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
          {parameters}
          {payload("output", "flex-1")}
        </div>
      </TabPanel>
      <TabPanel value="attributes" className={panelClass}>
        <CallAttributes call={call} />
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

/** Why there is no output. */
function absenceWords({ ended_at: endedAt }: Call, row: CallRow | undefined): string {
  if (endedAt) return "No output.";
  if (row?.overview?.stale)
    return `No output. The call never ended, and its trace has had no activity for ${STALE_HOURS} hours.`;
  return "No output yet: the call is running.";
}
