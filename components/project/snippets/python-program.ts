import { toHeaderText } from "@/lib/contract/header-text";
import { shellWord } from "@/lib/format/shell-word";

import type { SnippetTarget } from "./snippet";

interface PythonProgram {
  packages: readonly string[];
  /** Lines that set environment variables. */
  settings: readonly string[];
  program: string;
}

/** Installs the packages into a virtual environment, and writes and runs the program. */
export function pythonProgram({ packages, settings, program }: PythonProgram): string {
  return `python3 -m venv .venv && . .venv/bin/activate
pip install --quiet \\
  ${packages.join(" \\\n  ")}
${settings.join("\n")}
cat > first-trace.py <<'END'
${program}
END
python first-trace.py`;
}

export const OTLP_PACKAGES = ["opentelemetry-sdk", "opentelemetry-exporter-otlp-proto-http"];

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

/** Sends the spans of every OpenTelemetry instrumentation, also when the program ends. */
export const EXPORT_SPANS = `from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
trace.set_tracer_provider(provider)
`;
