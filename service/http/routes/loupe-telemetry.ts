import { AppError } from "@/lib/contract/app-error";
import { stringOf } from "@/service/ingest/otlp/attributes";
import type { ExportResult } from "@/service/ingest/otlp/record-export";
import type { ScopeSpans } from "@/service/ingest/otlp/span";
import type { ServiceContext } from "@/service/http/middleware/env";
import type { Store } from "@/service/store/store";
import { INSTALLATION_ATTRIBUTE, OWN_TELEMETRY, REFUSED, TELEMETRY_HEADER } from "@/service/telemetry/names";

/** Throws `forbidden` for an export that this installation sent, by whichever replica and address; its sender then stops. */
export async function refuseOwnExport(c: ServiceContext, store: Store): Promise<void> {
  const sender = c.req.header(TELEMETRY_HEADER);
  if (sender === undefined || sender !== (await store.installation())) return;
  c.header(TELEMETRY_HEADER, REFUSED);
  throw new AppError("forbidden", OWN_TELEMETRY);
}

/**
 * The spans of others: those of this installation may also come through a collector, which sends without its header. A
 * request with spans of any Loupe gets no span itself.
 */
export async function withoutOwnSpans(
  c: ServiceContext,
  store: Store,
  groups: ScopeSpans[],
): Promise<{ others: ScopeSpans[]; own: number }> {
  const installationOf = ({ resource }: ScopeSpans) => stringOf(resource, INSTALLATION_ATTRIBUTE);
  if (groups.every((group) => installationOf(group) === undefined)) return { others: groups, own: 0 };
  c.get("span")?.discard();
  const installation = await store.installation();
  const others = groups.filter((group) => installationOf(group) !== installation);
  const count = (counted: readonly ScopeSpans[]) => counted.reduce((sum, { spans }) => sum + spans.length, 0);
  return { others, own: count(groups) - count(others) };
}

/** The result of an export with so many spans of this installation. */
export function withOwn(result: ExportResult, own: number): ExportResult {
  if (own === 0) return result;
  return { rejected: result.rejected + own, message: `${OWN_TELEMETRY}. ${result.message}`.trim() };
}
