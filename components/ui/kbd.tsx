import { cn } from "./cn";

const symbols: Record<string, string> = {
  shift: "⇧",
  enter: "↵",
  escape: "Esc",
  arrowup: "↑",
  arrowdown: "↓",
  arrowleft: "←",
  arrowright: "→",
  space: "Space",
};

function isApple(): boolean {
  return typeof navigator !== "undefined" && /mac|iphone|ipad/i.test(navigator.userAgent);
}

function keyLabel(key: string): string {
  if (key === "mod") return isApple() ? "⌘" : "Ctrl";
  return symbols[key.toLowerCase()] ?? (key.length === 1 ? key.toUpperCase() : key);
}

interface KbdProps {
  /** Keys joined by "+", as in `mod+k`. */
  keys: string;
  inverse?: boolean;
}

export function Kbd({ keys, inverse = false }: KbdProps) {
  return (
    <kbd className="inline-flex shrink-0 items-center gap-0.5 self-center font-sans text-label in-[button]:max-sm:hidden">
      {keys.split("+").map((key) => (
        <span
          key={key}
          suppressHydrationWarning
          className={cn(
            "min-w-4 rounded-[4px] border px-1 text-center",
            inverse ? "border-page/30 text-page" : "border-line-strong bg-raised text-muted",
          )}
        >
          {keyLabel(key)}
        </span>
      ))}
    </kbd>
  );
}
