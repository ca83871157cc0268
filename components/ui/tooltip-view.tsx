"use client";

import { Tooltip as Radix } from "radix-ui";
import { useLayoutEffect, type ReactNode } from "react";
import { flushSync } from "react-dom";

import { Kbd } from "./kbd";
import { type Opener, OpenerProxy } from "./opener";

interface TooltipViewProps {
  id: string;
  opener: Opener;
  content: ReactNode;
  shortcut?: string;
  side: "top" | "right" | "bottom" | "left";
  onClose: () => void;
}

export function TooltipView({ id, opener, content, shortcut, side, onClose }: TooltipViewProps) {
  // An open tooltip would handle the first Escape, which is meant for the dialog or box below it. So it closes before
  // any other handler gets the key, and listens as soon as it is on the screen.
  useLayoutEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      flushSync(onClose);
      // Layers below listen only once they are the topmost.
      flushSync(() => {});
    };
    window.addEventListener("keydown", onKeyDown, { capture: true });
    return () => window.removeEventListener("keydown", onKeyDown, { capture: true });
  }, [onClose]);
  return (
    <Radix.Provider>
      <Radix.Root open onOpenChange={(open) => !open && onClose()}>
        <Radix.Trigger asChild>
          <OpenerProxy opener={opener} />
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            id={id}
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-50 flex max-w-80 animate-appear items-center gap-2 rounded-control bg-ink px-2 py-1 text-meta text-page shadow-float"
          >
            {content}
            {shortcut && <Kbd keys={shortcut} inverse />}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
