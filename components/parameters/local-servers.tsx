"use client";

import { useMutation, useQueries } from "@tanstack/react-query";

import { Button } from "@/components/ui/button";
import { InlineBanner } from "@/components/ui/inline-banner";
import { toast } from "@/components/ui/toast-store";
import { ApiError } from "@/lib/client/api-error";
import { CONNECTION_PRESETS } from "@/lib/contract/connection-presets";
import type { ConnectionTest } from "@/lib/contract/connections";
import { counted } from "@/lib/format/number";
import { createModelServer, localModelServer } from "@/lib/queries/connections";

/** Those whose usual address is on the service's own machine. */
const LOCAL = CONNECTION_PRESETS.flatMap(({ provider, title, base_url }) =>
  base_url && new URL(base_url).hostname === "127.0.0.1" ? [{ provider, title, base_url }] : [],
);
type Local = (typeof LOCAL)[number];

/** The model servers that respond on the service's machine, each with a button to use it. `look` counts the attempts. */
export function LocalServers({ look }: { look: number }) {
  const found = useQueries({
    queries: LOCAL.map(({ provider, base_url }) => localModelServer({ provider, base_url, look })),
  });
  const create = useMutation(createModelServer());
  const use = ({ provider, title, base_url }: Local) =>
    create.mutate({ name: provider, provider, base_url }, { onSuccess: () => toast({ title: `${title} added` }) });
  const refusals = found.map(({ error }) => refusalOf(error));
  const isLooking = found.some(({ isPending }) => isPending);
  const responding = LOCAL.flatMap((local, index) => {
    const test = found[index]?.data;
    return test && responds(test) ? [{ local, test }] : [];
  });
  const other = found.find(({ error }) => error && refusalOf(error) === undefined)?.error;
  return (
    <div role="status" aria-label="Found on the service's machine" className="grid justify-items-start gap-2">
      {responding.map(({ local, test: { list } }) => (
        <div key={local.provider} className="flex flex-wrap items-center gap-2">
          {list.count > 0 ? (
            <Button
              variant="primary"
              busy={create.isPending && create.variables.provider === local.provider}
              onClick={() => use(local)}
            >
              Use {local.title}
            </Button>
          ) : (
            <span className="font-medium">{local.title}</span>
          )}
          <span className="text-muted">
            at <code>{local.base_url}</code>, {list.count > 0 ? counted(list.count, "model") : "without models yet"}
          </span>
        </div>
      ))}
      {isLooking && <p className="text-muted">Asking Ollama, vLLM, LM Studio and llama.cpp…</p>}
      {!isLooking && responding.length === 0 && !other && <p>{refusals.find(Boolean) ?? NONE}</p>}
      {other && <InlineBanner tone="error">Could not look on the service's machine: {other.message}</InlineBanner>}
      {create.error && <InlineBanner tone="error">Could not add it: {create.error.message}</InlineBanner>}
    </div>
  );
}

const NONE =
  "No model server responds on the service's machine. Ollama (port 11434), vLLM (8000), LM Studio (1234), llama.cpp (8080) and loupe-serve (8012) were asked at their usual ports.";
const REFUSED =
  "This service does not connect to its own machine (LOUPE_UPSTREAMS_PUBLIC_ONLY). Add a model server with a public address, or change that setting.";

/** Whether a model server answered with a list, even an empty one. */
function responds({ list }: ConnectionTest): boolean {
  return list.count > 0 || list.problem?.field === "models";
}

/** Why an address must not be asked, if that is the error: a setting, or it is the service's own. */
function refusalOf(error: Error | null): string | undefined {
  if (!(error instanceof ApiError) || error.code !== "invalid") return undefined;
  return error.message.includes("LOUPE_UPSTREAMS_PUBLIC_ONLY") ? REFUSED : NONE;
}
