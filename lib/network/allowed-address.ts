import { invalidField } from "@/lib/contract/validate";
import { leadsToRefused } from "./checked-connector";
import type { OutboundRules } from "./outbound-addresses";

/** Throws `invalid` for an address of a field that must not be connected to. */
export async function requireAllowedAddress(field: string, address: string, rules: OutboundRules): Promise<void> {
  if (!(await leadsToRefused(address, rules))) return;
  const message = await reasonOf(address, rules);
  throw invalidField(field, message);
}

async function reasonOf(address: string, rules: OutboundRules): Promise<string> {
  if (!(await leadsToRefused(address, { ...rules, publicOnly: false })))
    return "leads to this machine or a private network, which this service does not connect to (LOUPE_UPSTREAMS_PUBLIC_ONLY)";
  if (!(await leadsToRefused(address, { publicOnly: false }))) return "leads to this service itself";
  return "has a link-local, metadata or reserved address, which is never connected to";
}
