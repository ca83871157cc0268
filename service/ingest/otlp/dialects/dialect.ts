import type { TokenUsage } from "@/lib/contract/calls";
import type { CallKind } from "@/lib/contract/call-kinds";
import type { JsonText } from "@/lib/json/text";
import type { ScopeSpans, Span } from "../span";

/** What a convention's attributes say of a call, beyond what every span says. */
export type Mapped = {
  kind?: CallKind;
  op_name?: string;
  display_name?: string;
  provider?: string;
  model?: string;
  usage?: TokenUsage;
  inputs?: JsonText;
  output?: JsonText;
  thread_id?: string;
  user_id?: string;
  tags?: JsonText;
  metadata?: JsonText;
  /** What went wrong, where OTLP's own status does not say it. */
  failure?: string;
};

/** One convention of span attributes: how to tell it, and what its attributes mean. */
export type Dialect = {
  /** Shown as the call's `attributes.convention`. */
  name: string;
  detect(span: Span, scope: ScopeSpans["scope"]): boolean;
  map(span: Span): Mapped;
};
