import Link from "next/link";

import { Quantity } from "@/components/ui/quantity";
import { Timestamp } from "@/components/ui/timestamp";
import type { Call, CallOverview } from "@/lib/contract/calls";
import { callRef } from "@/lib/contract/refs";
import { callPath, threadPath } from "@/lib/format/address";
import { JsonNode } from "@/lib/json/node";
import { byteParts, counted, formatCount } from "@/lib/format/number";

import { Detail } from "./detail";

/** The ids of a call and of what it belongs to, and what is rarely asked for. */
export function MoreDetails({ call, overview }: { call: Call; overview: CallOverview | undefined }) {
  const parent = call.parent_id;
  const notKept = JsonNode.parse(call.attributes).at(["otel", "not_kept"])?.number();
  return (
    <dl className="grid gap-y-0.5 text-meta">
      <Detail term="Ref" copied={callRef(call.project_id, call.id)} />
      {overview?.kind && <Detail term="Kind">{overview.kind}</Detail>}
      {overview?.model && <Detail term="Model" copied={overview.model} />}
      {overview?.received_at !== undefined && (
        <Detail term="Received" noun="time received" copied={overview.received_at}>
          <Timestamp at={overview.received_at} style="full" />
        </Detail>
      )}
      <Detail term="Project" copied={call.project_id} />
      <Detail term="Trace" copied={call.trace_id} />
      {parent !== undefined && (
        <Detail term="Parent" copied={parent}>
          <Link href={callPath(call.project_id, parent)} prefetch={false} className="text-accent-ink underline">
            {parent}
          </Link>
        </Detail>
      )}
      {call.thread_id !== undefined && (
        <Detail term="Thread" copied={call.thread_id}>
          <Link
            href={threadPath(call.project_id, call.thread_id)}
            prefetch={false}
            className="text-accent-ink underline"
          >
            {call.thread_id}
          </Link>
        </Detail>
      )}
      {call.turn_id !== undefined && <Detail term="Turn" copied={call.turn_id} />}
      {overview?.user_id !== undefined && <Detail term="User" copied={overview.user_id} />}
      {call.ext_user_id !== undefined && <Detail term="Recorded by" noun="key owner" copied={call.ext_user_id} />}
      {call.ext_run_id !== undefined && <Detail term="W&B run" copied={call.ext_run_id} />}
      {call.ext_run_step !== undefined && <Detail term="W&B step at start">{call.ext_run_step}</Detail>}
      {call.ext_run_step_end !== undefined && <Detail term="W&B step at end">{call.ext_run_step_end}</Detail>}
      {overview?.dropped !== undefined && overview.dropped > 0 && (
        <Detail term="Dropped by client">{counted(overview.dropped, "attribute")}</Detail>
      )}
      {notKept !== undefined && (
        <Detail term="Not stored">{`${formatCount(notKept)} attributes, events and links`}</Detail>
      )}
      {call.storage_size_bytes !== undefined && (
        <Detail term="Size">
          <Quantity parts={byteParts(call.storage_size_bytes)} />
        </Detail>
      )}
      {call.total_storage_size_bytes !== undefined && (
        <Detail term="Trace size">
          <Quantity parts={byteParts(call.total_storage_size_bytes)} />
        </Detail>
      )}
      {call.deleted_at && (
        <Detail term="Deleted" noun="deletion time" copied={call.deleted_at}>
          <Timestamp at={call.deleted_at} style="full" />
        </Detail>
      )}
    </dl>
  );
}
