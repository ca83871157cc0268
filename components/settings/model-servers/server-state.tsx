import { Badge } from "@/components/ui/badge";
import type { Connection } from "@/lib/contract/connections";

import { stateOf } from "./server-words";

/** Whether a model server can be used. */
export function ServerState({ server }: { server: Connection }) {
  const { tone, word, reason } = stateOf(server);
  return (
    <span title={reason} className="inline-flex">
      <Badge tone={tone}>{word}</Badge>
    </span>
  );
}
