"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Search } from "lucide-react";
import Link from "next/link";
import { useState } from "react";

import { Button, buttonClass } from "@/components/ui/button";
import { isMissingEndpoint } from "@/lib/client/api-error";
import { isServiceAdmin } from "@/lib/contract/grants";
import { modelServersPath } from "@/lib/format/model-servers-address";
import { ownKey } from "@/lib/queries/keys";
import { modelsList } from "@/lib/queries/models";
import { pollInterval } from "@/lib/queries/polling";

import { LocalServers } from "./local-servers";

const REFRESH_MS = 2_000;

/**
 * What to do where no model can be called: look on the service's machine, or add a model server; whoever may not do that
 * learns whom to ask. While it is shown, the models are listed again and again, so that it ends by itself.
 */
export function BeginWithModels({ projectId }: { projectId: string }) {
  const { data: own, error } = useQuery(ownKey());
  const [looks, setLooks] = useState(0);
  useQuery({
    ...modelsList(projectId),
    refetchInterval: (query) => {
      const interval = pollInterval(query);
      return interval && Math.max(interval, REFRESH_MS);
    },
  });
  if (isMissingEndpoint(error))
    return <p className="text-muted">Model servers are configured where the service is hosted.</p>;
  if (!own) return undefined;
  if (!isServiceAdmin(own.roles))
    return <p className="text-muted">Ask an admin of all projects to add a model server in the settings.</p>;
  return (
    <div className="grid justify-items-start gap-2">
      <div className="flex flex-wrap gap-2">
        <Button icon={Search} onClick={() => setLooks(looks + 1)}>
          {looks === 0 ? "Look on the service's machine" : "Look again"}
        </Button>
        <Link href={modelServersPath({ add: "openai" })} className={buttonClass()}>
          <Plus aria-hidden className="size-3.5 shrink-0" />
          Add a model server
        </Link>
      </div>
      {looks > 0 && <LocalServers look={looks} />}
    </div>
  );
}
