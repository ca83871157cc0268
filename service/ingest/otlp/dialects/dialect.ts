import type { CallUsage } from "@/lib/contract/calls";
import type { CallKind } from "@/lib/contract/call-kinds";
import type { JsonText } from "@/lib/json/text";
import type { ScopeSpans, Span } from "@/service/ingest/otlp/span";

/** The fields of a call that come from a convention's attributes, beyond those of every span. */
export type Mapped = {
  kind?: CallKind;
  op_name?: string;
  display_name?: string;
  provider?: string;
  model?: string;
  usage?: CallUsage;
  /** The id that the provider gave its response, where no attribute of its own has it. */
  response_id?: string;
  inputs?: JsonText;
  output?: JsonText;
  thread_id?: string;
  user_id?: string;
  tags?: JsonText;
  metadata?: JsonText;
  /** The template of the prompt, its variables and its version. */
  prompt?: Record<string, unknown>;
  /** The error, where OTLP's own status does not have it. */
  failure?: string;
};

/** One convention of span attributes: how to recognize it, and what its attributes mean. */
export type Dialect = {
  /** Shown as the call's `attributes.convention`. */
  name: string;
  detect(span: Span, scope: ScopeSpans["scope"]): boolean;
  map(span: Span, scope: ScopeSpans["scope"]): Mapped;
};
