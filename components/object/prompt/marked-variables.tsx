import { cutAtVariables } from "@/lib/prompt/marked-text";

/** A text with its variables marked. */
export function MarkedVariables({ text }: { text: string }) {
  return cutAtVariables(text).map((piece, index) =>
    piece.isVariable ? (
      // The pieces have no identity other than their index.
      <span key={index} className="rounded-[3px] bg-accent-soft px-0.5 font-mono text-meta text-accent-ink">
        {piece.text}
      </span>
    ) : (
      piece.text
    ),
  );
}
