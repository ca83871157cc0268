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

/** Sends the spans of every OpenTelemetry instrumentation, also when the program ends. */
export const EXPORT_SPANS = `from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
trace.set_tracer_provider(provider)
`;
