import { CopyButton } from "@/components/ui/copy-button";
import { LongText } from "@/components/ui/long-text";

/** What went wrong: the message first, the stack below it as it was written. */
export function Exception({ text }: { text: string }) {
  const end = text.indexOf("\n");
  const [message, stack] = end === -1 ? [text, ""] : [text.slice(0, end), text.slice(end + 1)];
  return (
    <div className="relative rounded-control bg-error-soft px-3 py-2 pr-9 font-mono text-meta leading-[18px] text-error">
      <LongText mono text={message} className="font-semibold" />
      {stack !== "" && <LongText mono text={stack} />}
      <CopyButton text={text} label="Copy exception" className="absolute top-1 right-1 text-error" />
    </div>
  );
}
