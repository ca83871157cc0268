import { Trash2 } from "lucide-react";

import type { DataColumns } from "@/components/data-table/column";
import { IconButton } from "@/components/ui/icon-button";
import { LightMarkdown } from "@/components/ui/light-markdown";
import { Timestamp } from "@/components/ui/timestamp";
import type { CallRow } from "@/lib/contract/calls";
import type { Feedback } from "@/lib/contract/feedback";
import { callName } from "@/lib/format/call-name";
import { feedbackWords, shownText, typeWords } from "@/lib/format/feedback-words";

import { FeedbackGiver } from "../feedback-giver";
import { FeedbackSign } from "../feedback-sign";
import { subjectWords } from "./subject-words";

export type ListedFeedback = Partial<Feedback>;

const shownChars = 300;

interface FeedbackColumns {
  /** The call that a ref is of, once it is read. */
  callAt: (ref: string | undefined) => CallRow | undefined;
  /** Whether the user may remove a record. */
  mayRemove: (row: ListedFeedback) => boolean;
  onRemove: (row: ListedFeedback) => void;
}

/** The columns of the list of feedback; sortable ones have the field's name. */
export function feedbackColumns({ callAt, mayRemove, onRemove }: FeedbackColumns): DataColumns<ListedFeedback> {
  return [
    {
      id: "feedback_type",
      header: "Type",
      cell: (row) => (
        <span title={row.feedback_type} className="flex min-w-0 items-center gap-1.5">
          <FeedbackSign row={row} />
          <bdi className="truncate">{typeWords(row.feedback_type ?? "")}</bdi>
        </span>
      ),
      size: 170,
      meta: { sort: "asc", phone: { line: 1 } },
    },
    {
      id: "value",
      header: "Value",
      cell: (row) => {
        const text = shownText(row.feedback_type, row.payload).slice(0, shownChars).toWellFormed();
        return (
          <span title={text} className="[unicode-bidi:plaintext]">
            {text.replaceAll(/\s+/g, " ")}
          </span>
        );
      },
      size: 260,
      meta: { grow: true, phone: { line: 1, grow: true } },
    },
    {
      id: "core_ref",
      header: "Target",
      cell: (row) => <Subject coreRef={row.core_ref} call={callAt(row.core_ref)} />,
      size: 320,
      meta: { sort: "asc", primary: true, phone: { line: 2, grow: true } },
    },
    {
      id: "ext_user_id",
      header: "By",
      cell: (row) => <FeedbackGiver row={row} />,
      size: 150,
      meta: { sort: "asc", phone: { line: 2 } },
    },
    {
      id: "created_at",
      header: "Created",
      cell: (row) => <Timestamp at={row.created_at} />,
      size: 150,
      meta: { sort: "desc", phone: { line: 2 } },
    },
    {
      id: "id",
      header: "ID",
      cell: (row) => <code title={row.id}>{row.id}</code>,
      size: 120,
      meta: { optional: true },
    },
    {
      id: "remove",
      header: () => <span className="sr-only">Remove</span>,
      cell: (row) =>
        mayRemove(row) ? (
          <IconButton
            icon={Trash2}
            label={`Remove ${row.payload ? feedbackWords(row.feedback_type ?? "", row.payload) : "feedback"}`}
            size="small"
            onClick={() => onRemove(row)}
          />
        ) : undefined,
      size: 80,
      enableHiding: false,
      meta: { align: "end", raised: true, phone: { line: 1 } },
    },
  ];
}

/** What a record is on: the name of a call with its input, or the words for the ref. */
function Subject({ coreRef, call }: { coreRef: string | undefined; call: CallRow | undefined }) {
  if (!call) return <span title={coreRef}>{subjectWords(coreRef)}</span>;
  return (
    <span title={coreRef} className="flex min-w-0 gap-2">
      <bdi className="max-w-1/2 shrink-0 truncate">{callName(call)}</bdi>
      <bdi className="min-w-0 truncate text-muted">
        <LightMarkdown line={call.overview?.input_preview ?? ""} />
      </bdi>
    </span>
  );
}
