import type { Connection } from "@/lib/contract/connections";

/** For tests: a model server that was added, with a key. */
export function serverOf(more: Partial<Connection> = {}): Connection {
  return {
    source: "stored",
    id: "01990000-0000-7000-8000-000000000001",
    name: "openai",
    provider: "openai",
    base_url: "https://api.openai.com/v1",
    key_header: "authorization",
    has_key: true,
    key_end: "6789",
    headers: [],
    projects: ["*"],
    supports_priority: false,
    deny_params: [],
    request_id: "header",
    responds: true,
    model_count: 12,
    revision: 3,
    created_by: "ada",
    created_at: "2026-11-20T12:00:00.000000Z",
    updated_at: "2026-11-21T12:00:00.000000Z",
    ...more,
  };
}
