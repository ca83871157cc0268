"use client";

import { useQuery } from "@tanstack/react-query";
import { Users } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useQueryStates } from "nuqs";
import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { useState, type ReactNode } from "react";

import { TableSkeleton } from "@/components/data-table/table-skeleton";
import { Button, buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { MissingExtension } from "@/components/ui/missing-extension";
import { onDemand } from "@/components/ui/on-demand";
import { Skeleton } from "@/components/ui/skeleton";
import { TabPanel, Tabs } from "@/components/ui/tabs";
import { isMissingEndpoint, isNotFound } from "@/lib/client/api-error";
import { progressOf, specsOf } from "@/lib/feedback/queue";
import { projectPath, queuesPath } from "@/lib/format/address";
import { annotationSpecs } from "@/lib/queries/annotations";
import { ownKey } from "@/lib/queries/keys";
import { queueAnswers, queueDetail } from "@/lib/queries/queues";
import { useMay } from "@/lib/queries/use-may";

import { QueueProgress } from "./queue-progress";
import { QueueWork } from "./queue-work";

// Mostly not shown: a queue opens with the call to annotate.
const QueueResults = dynamic(async () => (await import("./queue-results")).QueueResults, {
  loading: () => <TableSkeleton rows={8} label="Loading results" />,
});
const peopleDialog = onDemand(() => import("./people-dialog"));

const views = ["work", "results"] as const;
const viewWords = { work: "Annotate", results: "Results" };
const parsers = { at: parseAsString, view: parseAsStringLiteral(views).withDefault("work") };

interface QueueScreenProps {
  projectId: string;
  name: string;
  /** The call to annotate. */
  callOn: (callId: string) => ReactNode;
}

/** An annotation queue: its calls one by one, and the results. */
export function QueueScreen({ projectId, name, callOn }: QueueScreenProps) {
  const [isSharing, setSharing] = useState(false);
  const people = peopleDialog.useNeeded(isSharing, () => setSharing(false));
  const mayChange = useMay(projectId, "member");
  const [{ at, view }, setState] = useQueryStates(parsers);
  const queue = useQuery(queueDetail(projectId, name));
  const specs = useQuery(annotationSpecs(projectId));
  const own = useQuery(ownKey());
  const answers = useQuery(queueAnswers(projectId, queue.data ? [queue.data] : []));
  const failed = [queue, specs, own, answers].find(({ error, data }) => error && !data);
  if (failed?.error) {
    const { error, refetch, isFetching } = failed;
    if (isMissingEndpoint(error))
      return (
        <MissingExtension lacks="support annotation queues" endpoint="feedbackQuery" under={projectPath(projectId)} />
      );
    if (failed === queue && isNotFound(error))
      return (
        <EmptyState
          isPage
          title={`Queue ${name} not found`}
          description="It may have been deleted, or the link may be incomplete."
        >
          <Link href={queuesPath(projectId)} className={buttonClass()}>
            All queues
          </Link>
        </EmptyState>
      );
    return (
      <ErrorState
        isPage
        title="Could not load the queue"
        description={error.message}
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  if (!queue.data || !answers.data || !specs.data || !own.data)
    return (
      <div role="status" aria-label="Loading queue" className="grid gap-2 p-4">
        <Skeleton className="w-1/3" />
        <Skeleton className="w-1/2" />
      </div>
    );
  const asked = specsOf(queue.data, specs.data);
  const progress = progressOf(queue.data, answers.data);
  const shared = { projectId, queue: queue.data, answers: answers.data, specs: asked, owner: own.data.owner, progress };
  return (
    <section aria-label={name} className="flex min-h-0 flex-1 flex-col">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 pt-3 pb-1">
        <h1 className="text-title font-semibold wrap-anywhere">{name}</h1>
        {queue.data.description && <p className="text-muted wrap-anywhere">{queue.data.description}</p>}
        {mayChange && (
          <Button size="small" variant="ghost" icon={Users} onClick={() => setSharing(true)}>
            Assign
          </Button>
        )}
        <QueueProgress queue={queue.data} progress={progress} owner={own.data.owner} />
      </header>
      {isSharing && people && (
        <people.PeopleDialog projectId={projectId} queue={queue.data} onClose={() => setSharing(false)} />
      )}
      <Tabs
        label="Queue sections"
        tabs={views.map((value) => ({ value, label: viewWords[value] }))}
        value={view}
        onValueChange={(next) => void setState({ view: next })}
        className="flex-1"
      >
        <TabPanel value="work" className="flex flex-col">
          <QueueWork
            {...shared}
            at={at}
            onGo={(to) => void setState({ at: to }, { history: "push" })}
            callOn={callOn}
          />
        </TabPanel>
        <TabPanel value="results" className="flex flex-col">
          <QueueResults {...shared} />
        </TabPanel>
      </Tabs>
    </section>
  );
}
