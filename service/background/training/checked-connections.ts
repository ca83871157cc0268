import { Agent } from "undici";
import { UPSTREAM_CONNECT_MS } from "@/lib/contract/limits";
import { type Resolve, checkedConnector } from "@/lib/network/checked-connector";
import type { OutboundRules } from "@/lib/network/outbound-addresses";

/** Connections to the addresses of stored runners, which are checked whenever one is made. */
export function checkedConnections(rules: OutboundRules, resolve?: Resolve): Agent {
  return new Agent({ connect: checkedConnector({ rules, timeoutMs: UPSTREAM_CONNECT_MS, resolve }) });
}
