import { otlpSettings } from "./otlp-settings";
import type { SnippetTarget } from "./snippet";

interface TypescriptProgram {
  packages: readonly string[];
  /** Lines that set environment variables. */
  settings: readonly string[];
  program: string;
}

/** Installs the packages, and writes and runs the program, which is JavaScript and TypeScript alike. */
export function typescriptProgram({ packages, settings, program }: TypescriptProgram): string {
  return `npm init -y > /dev/null && npm install \\
  ${packages.join(" \\\n  ")}
${settings.map((line) => `${line}\n`).join("")}cat > first-trace.mjs <<'END'
${program}
END
node first-trace.mjs`;
}

export const OTLP_PACKAGES = ["@opentelemetry/sdk-trace-node", "@opentelemetry/exporter-trace-otlp-proto"];

/** A program that sends the spans of an OpenTelemetry instrumentation. */
export function otlpProgram(target: SnippetTarget, packages: readonly string[], program: string): string {
  return typescriptProgram({ packages: [...packages, ...OTLP_PACKAGES], settings: otlpSettings(target), program });
}

/** The imports and the provider of every such program. */
export const IMPORTS = `import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";`;
export const PROVIDER = `const provider = new NodeTracerProvider({ spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())] });`;
