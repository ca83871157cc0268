"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useEffect, useMemo, type ReactNode } from "react";

import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { useRememberPage } from "@/components/ui/recent-pages";
import { useShortcuts } from "@/components/ui/shortcuts";
import { Skeleton } from "@/components/ui/skeleton";
import { SplitPanel } from "@/components/ui/split-panel";
import { TabPanel, Tabs } from "@/components/ui/tabs";
import { useGoTo } from "@/components/ui/use-go-to";
import { isNotFound } from "@/lib/client/api-error";
import type { ObjectKind, ObjectVersion } from "@/lib/contract/objects";
import { versionName, versionOfRef } from "@/lib/contract/version-name";
import { objectPath, objectsPath, withSearch } from "@/lib/format/address";
import { readPrompt } from "@/lib/prompt/prompt";
import { objectVersion, objectVersions } from "@/lib/queries/objects";
import { tableOf } from "@/lib/table/table-of";
import { useMay } from "@/lib/queries/use-may";
import { hasDefinition } from "@/lib/scorer/scorer-class";

import { ObjectActions } from "./object-actions";
import { ObjectHeader } from "./object-header";
import { ObjectValue } from "./object-value";
import { stepsOf } from "./ref-path";
import { objectTabs, type ObjectTab, useObjectPageState } from "./use-page-state";
import { useVersionMessages } from "./use-version-messages";
import { VersionList } from "./version-list";

const listWidth = 360;
/** With the messages of versions. */
const messagesWidth = 460;
const loading = () => <Skeleton className="m-4 w-1/2" />;
const ObjectChanges = dynamic(async () => (await import("./object-changes")).ObjectChanges, { loading });
const VersionStatistics = dynamic(async () => (await import("../statistics/version-statistics")).VersionStatistics, {
  loading,
});
const ObjectUses = dynamic(async () => (await import("./object-uses")).ObjectUses, { loading });
const ObjectCode = dynamic(async () => (await import("./object-code")).ObjectCode, { loading });
const PromptTab = dynamic(async () => (await import("../prompt/prompt-tab")).PromptTab, { loading });
const ScorerTab = dynamic(async () => (await import("../scorer/scorer-tab")).ScorerTab, { loading });

const noVersions: readonly ObjectVersion[] = [];
const words = { changes: "Changes", statistics: "Statistics", uses: "Used by", code: "Use in code" };
const valueTabs = tabsWith({ value: "Value", ...words });
const formTabs = {
  prompt: tabsWith({ prompt: "Prompt", value: "JSON", ...words }),
  scorer: tabsWith({ scorer: "Scorer", value: "JSON", ...words }),
};

function tabsWith(labels: Partial<Record<ObjectTab, string>>) {
  return objectTabs.flatMap((value) => {
    const label = labels[value];
    return label === undefined ? [] : [{ value, label }];
  });
}

interface ObjectPageProps {
  projectId: string;
  kind: ObjectKind;
  name: string;
  /** A digest, `latest` or `v<index>`. */
  digest: string;
  serviceUrl: string;
  /** Shown below the version's value. */
  feedbackOn: (version: ObjectVersion) => ReactNode;
}

/** An object or op: its versions next to the selected one. */
export function ObjectPage({ projectId, kind, name, digest, serviceUrl, feedbackOn }: ObjectPageProps) {
  const [{ tab: chosen, path, edit }, setState] = useObjectPageState();
  const { data: version, error, refetch, isFetching } = useQuery(objectVersion({ projectId, name, digest }));
  const list = useInfiniteQuery(objectVersions({ projectId, kind, name }));
  const versions = useMemo(() => list.data?.pages.flatMap((page) => page.rows) ?? noVersions, [list.data]);
  const prompt = useMemo(() => (version && kind === "object" ? readPrompt(version.val) : undefined), [version, kind]);
  const isScorer = useMemo(
    () => version !== undefined && kind === "object" && hasDefinition(version.val),
    [version, kind],
  );
  /** What it is edited as, other than JSON. */
  const form = prompt ? "prompt" : isScorer ? "scorer" : undefined;
  const tabs = form ? formTabs[form] : valueTabs;
  // A path leads into the value.
  const first = form && path === "" ? form : "value";
  const tab = chosen === null || !tabs.some(({ value }) => value === chosen) ? first : chosen;
  const mayWrite = useMay(projectId, "member");
  const goTo = useGoTo();
  const setEditing = (isEditing: boolean) => {
    // The editor stays with the version that it began with, even when another one becomes the latest.
    if (isEditing && version && version.digest !== digest)
      goTo(withSearch(objectPath(projectId, { kind, name, digest: version.digest }), { edit: "true" }));
    else void setState({ tab: null, edit: isEditing });
  };
  const editForm = form && mayWrite ? setEditing : undefined;
  const isDataset = useMemo(() => version && tableOf(version.val, projectId) !== undefined, [version, projectId]);
  const hasMessages = form !== undefined || isDataset === true;
  const messages = useVersionMessages(projectId, name, versions, hasMessages);
  const label = version && `${name} ${versionName(version.version_index)}`;
  useEffect(() => {
    if (label) document.title = `${label} · Loupe`;
  }, [label]);
  useRememberPage(objectPath(projectId, { kind, name, digest }), label);
  useShortcuts(kind === "op" ? "Op" : "Object", [
    ...tabs.map(({ value, label: word }, index) => ({
      keys: String(index + 1),
      description: word,
      run: () => void setState({ tab: value }),
    })),
    ...(editForm ? [{ keys: "e", description: `Edit ${form}`, run: () => editForm(true) }] : []),
  ]);

  if (error && !version)
    return isNotFound(error) ? (
      <EmptyState
        isPage
        title={`Version ${versionOfRef(digest)} of ${name} not found`}
        description="It may have been deleted, or the link may be incomplete."
      >
        <Link href={objectsPath(projectId, kind)} className={buttonClass()}>
          {kind === "op" ? "All ops" : "All objects"}
        </Link>
      </EmptyState>
    ) : (
      <ErrorState
        isPage
        title="Could not load the version"
        description={error.message}
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  // A service that cannot list versions can still read this one.
  const known = versions.length > 0 || !version ? versions : [version];
  const hrefOf = (one: ObjectVersion) =>
    withSearch(objectPath(projectId, { kind, name, digest: one.digest }), {
      tab: tab === tabs[0]?.value ? undefined : tab,
    });
  return (
    <article aria-label={name} className="flex min-h-0 flex-1 flex-col">
      <ObjectHeader
        name={name}
        version={version}
        actions={version && <ObjectActions version={version} form={form} />}
      />
      <SplitPanel
        id={hasMessages ? "prompt-versions" : "object-versions"}
        label="Versions width"
        sized="start"
        defaultWidth={hasMessages ? messagesWidth : listWidth}
        start={
          <VersionList
            versions={known}
            shown={version?.digest}
            messages={messages}
            hrefOf={hrefOf}
            hasMore={list.hasNextPage}
            isReading={list.isFetching && known.length === 0}
            onEndReached={() => void list.fetchNextPage()}
          />
        }
        end={
          version ? (
            <div className="flex h-full min-h-0 flex-col">
              <Tabs
                label="Version sections"
                tabs={tabs}
                value={tab}
                onValueChange={(next) => void setState({ tab: next })}
                className="flex-1"
              >
                {prompt && (
                  <TabPanel value="prompt" className="flex flex-col">
                    <PromptTab
                      version={version}
                      prompt={prompt}
                      latest={known.find((one) => one.is_latest === 1) ?? version}
                      isEditing={edit}
                      onEdit={editForm}
                    />
                  </TabPanel>
                )}
                {form === "scorer" && (
                  <TabPanel value="scorer" className="flex flex-col">
                    <ScorerTab version={version} isEditing={edit} onEdit={editForm} />
                  </TabPanel>
                )}
                <TabPanel value="value" className="flex flex-col">
                  <ObjectValue version={version} path={stepsOf(path)} />
                </TabPanel>
                <TabPanel value="changes" className="flex flex-col">
                  <ObjectChanges version={version} versions={known} prompt={prompt} />
                </TabPanel>
                <TabPanel value="statistics" className="flex flex-col">
                  <VersionStatistics version={version} versions={known} hrefOf={hrefOf} />
                </TabPanel>
                <TabPanel value="uses" className="flex flex-col">
                  <ObjectUses version={version} versions={known} />
                </TabPanel>
                <TabPanel value="code" className="flex flex-col">
                  <ObjectCode version={version} serviceUrl={serviceUrl} />
                </TabPanel>
              </Tabs>
              {!(tab === form && edit) && feedbackOn(version)}
            </div>
          ) : (
            <div role="status" aria-label="Loading the version" className="grid gap-2 p-4">
              <Skeleton className="w-1/3" />
              <Skeleton className="w-1/2" />
            </div>
          )
        }
      />
    </article>
  );
}
