import path from "node:path";
import { callsStatsResponse } from "@/lib/contract/calls";
import { endpoints } from "@/lib/contract/endpoints";
import { writeJson } from "@/lib/json/text";
import { openBareStatements } from "@/bench/bare-statements";
import { toService } from "@/bench/post";
import { PROJECT } from "@/bench/rows";
import { listBody, traceBody, untilIndexed } from "@/bench/scenarios";
import { startSystem } from "@/bench/system";
import type { Peer } from "./peer";

/** Starts Loupe's service, with the embedded database. */
export async function startLoupe(): Promise<Peer> {
  const system = await startSystem({}, "service");
  const post = toService(system);
  const list = (body: string) => ({
    ask: () => post(endpoints.callsStreamQuery, body),
    countIn: (answer: string) => answer.split("\n").filter(Boolean).length,
  });
  return {
    name: "Loupe",
    otlp: {
      address: system.serviceUrl + endpoints.otlpTraces.path,
      headers: { authorization: `Bearer ${system.key}`, "x-project": PROJECT },
    },
    visible: async () => {
      const answer = await post(endpoints.callsQueryStats, writeJson({ project_id: PROJECT }));
      return callsStatsResponse.parse(JSON.parse(answer)).count;
    },
    indexed: async () => {
      const reference = await openBareStatements(path.join(system.dataFolder, "socket"), PROJECT);
      await untilIndexed(reference);
      await reference.close();
    },
    newest: list(listBody({})),
    trace: (id) => list(traceBody(id)),
    search: (words) => list(listBody({ roots: false, q: words })),
    stop: () => system.remove(),
  };
}
