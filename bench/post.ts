import type { Endpoint } from "@/lib/contract/endpoint";
import type { System } from "./system";

/** Sends a body that is ready and reads the answer to its end: what a client makes of it is not measured. */
export type Post = (endpoint: Endpoint, body: string) => Promise<string>;

/** Straight to the service, as a program. */
export function toService({ serviceUrl, key }: System): Post {
  return poster(serviceUrl, { authorization: `Bearer ${key}` });
}

/** To a service, or to the dashboard's relay to it. */
export function poster(baseUrl: string, headers: Record<string, string>): Post {
  return async ({ path }, body) => {
    const sent = { ...headers, "content-type": "application/json" };
    const answer = await fetch(`${baseUrl}${path}`, { method: "POST", headers: sent, body });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
    return text;
  };
}
