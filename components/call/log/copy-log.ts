import { toast } from "@/components/ui/toast-store";
import { counted } from "@/lib/format/number";
import { logMarkdown } from "@/lib/trace/log-markdown";
import type { TraceLog } from "@/lib/trace/trace-log";

/** Copies a log as Markdown, and says how many calls it has. */
export async function copyLog(log: TraceLog): Promise<void> {
  const { entries, remaining } = log;
  const calls = new Set(entries.map(({ id }) => id)).size;
  try {
    await navigator.clipboard.writeText(logMarkdown(log));
    toast({
      title: "Log copied as Markdown",
      description:
        counted(calls, "call") + (remaining > 0 ? `; ${counted(remaining, "call")} that started later left out` : ""),
    });
  } catch {
    toast({
      title: "The browser blocked copying",
      description: "Select the text and copy it manually.",
      tone: "error",
    });
  }
}
