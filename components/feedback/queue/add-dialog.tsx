"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { ListPlus } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";

import { Button, buttonClass } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast-store";
import type { Queue } from "@/lib/feedback/queue";
import { newQueuePath, queuePath } from "@/lib/format/address";
import { counted, formatCount } from "@/lib/format/number";
import type { AddedCalls } from "@/lib/queries/change-queue";
import { addToQueue } from "@/lib/queries/queue-changes";
import { queuesList } from "@/lib/queries/queues";
import { useMay } from "@/lib/queries/use-may";

/** Maximum number of calls in an address. */
const maxInAddress = 300;

interface AddDialogProps {
  projectId: string;
  callIds: readonly string[];
  onClose: () => void;
}

/** Adds calls to a queue that exists, or begins a new one with them. */
export function AddDialog({ projectId, callIds, onClose }: AddDialogProps) {
  const router = useRouter();
  const { data: queues, error, refetch } = useQuery(queuesList(projectId));
  const add = useMutation(addToQueue(projectId));
  const mayAdd = useMay(projectId, "member");
  const submit = (queue: Queue) => {
    if (add.isPending) return;
    add.mutate(
      { name: queue.name, callIds },
      {
        onSuccess: (result) => {
          onClose();
          toast({
            title: addedWords(result, queue.name),
            action: { label: "Open", onAction: () => router.push(queuePath(projectId, queue.name)) },
          });
        },
      },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Add ${counted(callIds.length, "call")} to a queue`}
    >
      <div className="grid gap-4">
        {!queues && !error && <Skeleton className="w-1/2" />}
        {error && !queues && (
          <InlineBanner tone="error" action={<Button onClick={() => void refetch()}>Try again</Button>}>
            Could not load queues: {error.message}
          </InlineBanner>
        )}
        {queues?.length === 0 && <p className="text-muted">No queues yet. Create one with these calls.</p>}
        {queues && queues.length > 0 && (
          <ul aria-label="Queues" className="max-h-80 overflow-auto border-y border-line">
            {queues.map((queue) => (
              <li key={queue.name} className="border-line not-last:border-b">
                <button
                  type="button"
                  disabled={!mayAdd}
                  onClick={() => submit(queue)}
                  className="flex min-h-9 w-full items-center gap-3 px-2 py-1 text-left hover:bg-hover focus-visible:-outline-offset-2 disabled:opacity-50"
                >
                  <ListPlus aria-hidden className="size-3.5 shrink-0 text-muted" />
                  <span className="min-w-0 flex-1 font-medium wrap-anywhere">{queue.name}</span>
                  <span className="shrink-0 text-meta text-muted">{inQueueWords(queue, callIds)}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {add.error && <InlineBanner tone="error">Could not add the calls: {add.error.message}</InlineBanner>}
        {!mayAdd && <p className="text-meta text-muted">Changing queues requires the member role on this project.</p>}
        <div className="flex flex-wrap items-center justify-end gap-2">
          {add.isPending && (
            <span role="status" className="mr-auto text-meta text-muted">
              Adding
            </span>
          )}
          <Button onClick={onClose}>Cancel</Button>
          {callIds.length > maxInAddress ? (
            <Button
              disabled
              title={`More than ${formatCount(maxInAddress)} calls: create the queue from a filter instead`}
            >
              New queue
            </Button>
          ) : (
            <Link href={newQueuePath(projectId, { ids: callIds.join(",") })} className={buttonClass()}>
              New queue
            </Link>
          )}
        </div>
      </div>
    </Dialog>
  );
}

function inQueueWords(queue: Queue, callIds: readonly string[]): string {
  const known = callIds.filter((id) => queue.callIds.includes(id)).length;
  const all = counted(queue.callIds.length, "call");
  if (known === 0) return all;
  return callIds.length === 1 ? `${all}, this one too` : `${all}, ${formatCount(known)} of these`;
}

function addedWords({ added, known, left }: AddedCalls, name: string): string {
  const parts = [
    added.length > 0 || known === 0 ? `${counted(added.length, "call")} added to ${name}` : `Nothing added to ${name}`,
    ...(known > 0 ? [`${formatCount(known)} ${known === 1 ? "was" : "were"} there`] : []),
    ...(left > 0 ? [`${formatCount(left)} did not fit`] : []),
  ];
  return parts.join(", ");
}
