import type { Endpoint } from "@/lib/contract/endpoint";
import type { System } from "./system";

/** Sends a prepared body and reads the response to its end; parsing by a client is not measured. */
export type Post = (endpoint: Endpoint, body: string) => Promise<string>;

/** Directly to the service, as a program. */
export function toService({ serviceUrl, key }: System): Post {
  return poster(serviceUrl, { authorization: `Bearer ${key}` });
}

/** To a service, or to the dashboard's relay. */
export function poster(baseUrl: string, headers: Record<string, string>): Post {
  return async ({ path }, body) => {
    const sent = { ...headers, "content-type": "application/json" };
    const answer = await fetch(`${baseUrl}${path}`, { method: "POST", headers: sent, body });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
    return text;
  };
}
