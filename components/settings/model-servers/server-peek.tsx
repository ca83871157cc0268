"use client";

import { useMutation } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type ReactNode, useState } from "react";

import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { IconButton } from "@/components/ui/icon-button";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Timestamp } from "@/components/ui/timestamp";
import type { Connection } from "@/lib/contract/connections";
import { formatCount } from "@/lib/format/number";
import { testModelServer } from "@/lib/queries/connections";

import { ServerState } from "./server-state";
import { FIXED_WORDS, keyWords, projectsWords, providerWords, stateOf } from "./server-words";
import { TestResult } from "./test-result";

interface ServerPeekProps {
  server: Connection;
  onEdit: () => void;
  onDelete: () => void;
  onClose: () => void;
}

/** A model server: its settings, a test, and what can be done with it. */
export function ServerPeek({ server, onEdit, onDelete, onClose }: ServerPeekProps) {
  const { id, name, source, revision } = server;
  const test = useMutation(testModelServer());
  /** The revision that was tested: a test says nothing of later settings. */
  const [tested, setTested] = useState<number>();
  const { reason } = stateOf(server);
  return (
    <aside aria-label={`Model server ${name}`} className="flex h-full min-h-0 flex-col">
      <div className="flex h-9 shrink-0 items-center gap-1 border-b border-line px-2">
        {id !== undefined && (
          <>
            <Button
              size="small"
              variant="ghost"
              busy={test.isPending}
              onClick={() => {
                setTested(revision);
                test.mutate({ id });
              }}
            >
              {test.isPending ? "Testing" : "Test"}
            </Button>
            <Button size="small" variant="ghost" onClick={onEdit}>
              Edit
            </Button>
            <Button size="small" variant="ghost" onClick={onDelete}>
              Delete
            </Button>
          </>
        )}
        <IconButton icon={X} label="Close" shortcut="escape" size="small" className="ml-auto" onClick={onClose} />
      </div>
      <div className="grid min-h-0 flex-1 auto-rows-min gap-3 overflow-auto px-4 py-3">
        <h2 className="text-section font-semibold wrap-anywhere">
          <bdi>{name}</bdi>
        </h2>
        {source !== "stored" && <InlineBanner>{FIXED_WORDS[source]}</InlineBanner>}
        {reason !== undefined && (
          <InlineBanner tone={server.problem === undefined ? "warning" : "error"}>{reason}</InlineBanner>
        )}
        {tested === revision && <TestResult result={test.data} error={test.error} isPending={test.isPending} />}
        <Facts server={server} />
      </div>
    </aside>
  );
}

function Facts({ server }: { server: Connection }) {
  const { base_url, has_key, key_header, models, model_count, max_parallel, headers, deny_params, created_at } = server;
  return (
    <dl className="grid auto-rows-min grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
      <Fact term="State">
        <ServerState server={server} />
      </Fact>
      <Fact term="Provider">{providerWords(server)}</Fact>
      <Fact term="Address">
        <span className="inline-flex max-w-full items-center gap-1">
          <code className="min-w-0 wrap-anywhere">{base_url}</code>
          <CopyButton text={base_url} label="Copy address" className="size-5" />
        </span>
      </Fact>
      <Fact term="Key">
        {keyWords(server)}
        {has_key && (
          <>
            , sent as <code>{key_header}</code>
          </>
        )}
      </Fact>
      <Fact term="Headers">{headers.length > 0 && <code>{headers.join(", ")}</code>}</Fact>
      <Fact term="Models">
        {models
          ? models.join(", ")
          : model_count === undefined
            ? "all that it lists"
            : `all ${formatCount(model_count)}`}
      </Fact>
      <Fact term="Projects">{projectsWords(server)}</Fact>
      <Fact term="Requests at once">
        {max_parallel === undefined ? "no limit" : `${formatCount(max_parallel)} for each replica`}
      </Fact>
      <Fact term="Unsupported fields">{deny_params.length > 0 && deny_params.join(", ")}</Fact>
      <Fact term="Priority">{server.supports_priority && "schedules requests by priority"}</Fact>
      <Fact term="Request ID">{server.request_id === "header" && "in a header only"}</Fact>
      <Fact term="Added">
        {created_at !== undefined && (
          <>
            <Timestamp at={created_at} /> by <bdi>{server.created_by}</bdi>
          </>
        )}
      </Fact>
      <Fact term="Changed">
        {server.updated_at !== undefined && server.updated_at !== created_at && <Timestamp at={server.updated_at} />}
      </Fact>
    </dl>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  if (children === false || children === undefined) return undefined;
  return (
    <>
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}
