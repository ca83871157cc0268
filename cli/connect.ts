import { type Client, createClient } from "@/lib/client/client";
import type { ConnectionGate } from "@/lib/client/connection-gate";
import type { Endpoint } from "@/lib/contract/endpoint";

/** A client that sends an API key; with a gate it waits while the service does not respond. */
export function connect({ url, apiKey }: { url: string; apiKey: string }, connection?: ConnectionGate): Client {
  return createClient({
    baseUrl: url,
    // Without a mark, a reading of all rows would count as an export.
    headers: ({ auth }: Endpoint) => authorization(auth, apiKey),
    ...(connection && { connection }),
  });
}

function authorization(auth: Endpoint["auth"], apiKey: string): Record<string, string> {
  if (auth === "none" || auth === "signed") return {};
  // The name is ignored; as the documentation for programs has it.
  const basic = () => Buffer.from(`api:${apiKey}`).toString("base64");
  return { authorization: auth === "bearer" ? `Bearer ${apiKey}` : `Basic ${basic()}` };
}
