import {
  ArrowDownWideNarrow,
  Binary,
  Bot,
  Box,
  ClipboardCheck,
  Link2,
  type LucideIcon,
  MessageSquareText,
  ScrollText,
  Search,
  ShieldCheck,
  Wrench,
} from "lucide-react";

import type { CallKind } from "@/lib/contract/call-kinds";

const icons: Record<CallKind, LucideIcon> = {
  llm: MessageSquareText,
  embedding: Binary,
  agent: Bot,
  chain: Link2,
  tool: Wrench,
  retriever: Search,
  reranker: ArrowDownWideNarrow,
  guardrail: ShieldCheck,
  evaluator: ClipboardCheck,
  prompt: ScrollText,
};

/** The kind of a call; its name is for screen readers and the tooltip. */
export function KindIcon({ kind }: { kind: CallKind | undefined }) {
  const Icon = kind ? icons[kind] : Box;
  return (
    <span title={kind} className="inline-flex shrink-0 text-muted">
      <Icon aria-hidden className="size-3.5" />
      {kind && <span className="sr-only">{kind}</span>}
    </span>
  );
}
