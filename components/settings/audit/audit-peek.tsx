"use client";

import { X } from "lucide-react";
import type { ReactNode } from "react";

import { CopyButton } from "@/components/ui/copy-button";
import { IconButton } from "@/components/ui/icon-button";
import { PersonName } from "@/components/pickers/person-name";
import { Timestamp } from "@/components/ui/timestamp";
import type { AuditDetails, AuditRecord } from "@/lib/contract/audit";
import { actionWords, authorWords, fieldWords } from "@/lib/format/audit-words";

import { OutcomeBadge } from "./outcome-badge";

/** All fields of a record, beside the list. */
export function AuditPeek({ record, onClose }: { record: AuditRecord; onClose: () => void }) {
  const words = actionWords(record);
  const { at, project_id, key_id, address, request_id, target, result, outcome, ended_at, action } = record;
  return (
    <aside aria-label={`Record: ${words}`} className="flex h-full min-h-0 flex-col">
      <div className="flex h-9 shrink-0 items-center gap-2 border-b border-line px-4">
        <h2 className="min-w-0 truncate font-medium">{words}</h2>
        <OutcomeBadge record={record} />
        <IconButton icon={X} label="Close" shortcut="escape" size="small" className="ml-auto" onClick={onClose} />
      </div>
      <dl className="grid min-h-0 flex-1 auto-rows-min grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 overflow-auto px-4 py-3 text-meta">
        <Term label="Time">
          <Timestamp at={at} style="full" />
        </Term>
        <Term label="By">
          {record.owner === undefined ? <bdi>{authorWords(record)}</bdi> : <PersonName owner={record.owner} isFull />}
        </Term>
        <Term label="Key">{key_id && <Copied text={key_id} label="Copy key ID" />}</Term>
        <Term label="Address">{address && <Copied text={address} label="Copy address" />}</Term>
        <Term label="Project">{project_id && <bdi>{project_id}</bdi>}</Term>
        <Terms details={target} />
        <Terms details={result} beside={target} />
        <Term label="Outcome">
          {outcome && <code>{outcome}</code>}
          {!ended_at && "Unknown: the request is under way, or the service stopped before it ended."}
        </Term>
        <Term label="Ended">{ended_at && <Timestamp at={ended_at} style="full" />}</Term>
        <Term label="Endpoint">
          <code>{action}</code>
        </Term>
        <Term label="Request ID">{request_id && <Copied text={request_id} label="Copy request ID" />}</Term>
      </dl>
    </aside>
  );
}

/** Details with their names; `beside` has those that may have the same names. */
function Terms({ details, beside = {} }: { details: AuditDetails; beside?: AuditDetails }) {
  return Object.entries(details).map(([field, text]) => (
    <Term key={field} label={field in beside ? `${fieldWords(field)}, result` : fieldWords(field)}>
      <bdi>{text}</bdi>
    </Term>
  ));
}

function Term({ label, children }: { label: string; children: ReactNode }) {
  if (children === undefined || children === "") return undefined;
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}

function Copied({ text, label }: { text: string; label: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <code className="min-w-0 wrap-anywhere">{text}</code>
      <CopyButton text={text} label={label} className="size-5" />
    </span>
  );
}
