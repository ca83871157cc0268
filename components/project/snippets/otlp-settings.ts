import { toHeaderText } from "@/lib/contract/header-text";
import { shellWord } from "@/lib/format/shell-word";

import type { SnippetTarget } from "./snippet";

/** The variables that OpenTelemetry's exporters read. */
export function otlpSettings(target: SnippetTarget): string[] {
  return [
    `export OTEL_EXPORTER_OTLP_ENDPOINT=${shellWord(target.baseUrl)}`,
    `export OTEL_EXPORTER_OTLP_HEADERS=${otlpHeaders(target)}`,
  ];
}

/** A word of the shell: headers in the format of `OTEL_EXPORTER_OTLP_HEADERS`, with percent-encoded values. */
export function otlpHeaders({ projectId }: SnippetTarget): string {
  return `"authorization=Bearer%20$LOUPE_API_KEY,x-project=${headerValue(projectId)}"`;
}

/** Percent-encodes everything that the shell or the format of the headers would interpret. */
function headerValue(projectId: string): string {
  return encodeURIComponent(toHeaderText(projectId))
    .replaceAll("%2F", "/")
    .replaceAll(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
}
