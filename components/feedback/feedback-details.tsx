"use client";

import Link from "next/link";
import type { ReactNode } from "react";

import { prettyJson } from "@/lib/json/pretty";
import { refHref } from "@/components/json/ref-href";
import { CopyButton } from "@/components/ui/copy-button";
import { LongText } from "@/components/ui/long-text";
import { PersonName } from "@/components/pickers/person-name";
import { Timestamp } from "@/components/ui/timestamp";
import { JsonNode } from "@/lib/json/node";
import type { FeedbackRow } from "@/lib/queries/feedback";

const refFields = [
  { field: "core_ref", label: "Target" },
  { field: "annotation_ref", label: "Annotation" },
  { field: "runnable_ref", label: "Scored by" },
  { field: "call_ref", label: "Scoring call" },
  { field: "trigger_ref", label: "Trigger" },
] as const;

/** Every field of a feedback record. */
export function FeedbackDetails({ row }: { row: FeedbackRow }) {
  return (
    <dl className="my-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 rounded-control border border-line bg-page px-3 py-2 text-meta">
      <Term label="Type">{row.feedback_type}</Term>
      <Term label="ID" isMono>
        {row.id}
        {row.id && <CopyButton text={row.id} label="Copy feedback ID" className="size-5 align-middle" />}
      </Term>
      <Term label="By">{row.ext_user_id && <PersonName owner={row.ext_user_id} isFull />}</Term>
      <Term label="Name from client">{row.creator}</Term>
      <Term label="Created">{row.created_at && <Timestamp at={row.created_at} style="full" />}</Term>
      {refFields.map(({ field, label }) => {
        const ref = row[field];
        return (
          <Term key={field} label={label} isMono>
            {ref && <RefLink text={ref} />}
          </Term>
        );
      })}
      <Term label="Payload">
        {row.payload && (
          <span className="flex items-start gap-1">
            <LongText
              mono
              text={prettyJson(JsonNode.parse(row.payload))}
              className="max-h-60 min-w-0 flex-1 overflow-auto"
            />
            <CopyButton text={row.payload.text} label="Copy payload" className="size-5" />
          </span>
        )}
      </Term>
    </dl>
  );
}

function Term({ label, isMono = false, children }: { label: string; isMono?: boolean; children: ReactNode }) {
  if (children === undefined || children === null || children === "") return undefined;
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className={isMono ? "min-w-0 font-mono wrap-anywhere" : "min-w-0 wrap-anywhere"}>{children}</dd>
    </>
  );
}

function RefLink({ text }: { text: string }) {
  const href = refHref(text);
  return href ? (
    <Link href={href} prefetch={false} className="hover:underline">
      {text}
    </Link>
  ) : (
    text
  );
}
