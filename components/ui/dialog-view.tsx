"use client";

import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { useRef, type ReactNode } from "react";

import { closeOnEscape } from "./close-on-escape";
import { cn } from "./cn";

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  /** `sheet` opens from the bottom edge, for phones. */
  shape?: "window" | "sheet";
  className?: string;
  children: ReactNode;
}

const shapes = {
  window:
    "top-[min(12vh,96px)] left-1/2 w-[min(480px,calc(100vw-32px))] max-h-[80vh] -translate-x-1/2 rounded-float border animate-appear",
  sheet: "inset-x-0 bottom-0 max-h-[85vh] rounded-t-float border-t pb-[env(safe-area-inset-bottom)] animate-rise",
};

export function DialogView({
  open,
  onOpenChange,
  title,
  description,
  shape = "window",
  className,
  children,
}: DialogProps) {
  const opener = useRef<HTMLElement>(null);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-30 animate-appear bg-scrim" />
        <Radix.Content
          {...(description ? {} : { "aria-describedby": undefined })}
          onOpenAutoFocus={() => {
            opener.current = openerOf(document.activeElement);
          }}
          // Radix restores the focus only to triggers, not to other elements.
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // The element that opened it may no longer exist.
            if (opener.current?.isConnected) opener.current.focus();
            else document.getElementById("main")?.focus({ preventScroll: true });
          }}
          onKeyDown={closeOnEscape(onOpenChange)}
          data-shape={shape}
          className={cn(
            "fixed z-30 flex flex-col border-line-strong bg-float text-ink shadow-float outline-none",
            shapes[shape],
            className,
          )}
        >
          <header className="py-3 pr-12 pl-4">
            <Radix.Title className="text-section font-semibold wrap-anywhere">{title}</Radix.Title>
            {description && <Radix.Description className="text-body text-muted">{description}</Radix.Description>}
          </header>
          <div className="min-h-0 flex-1 overflow-auto px-4 pt-0.5 pb-4">{children}</div>
          {/* Last in order, so that the first control inside takes the focus. */}
          <Radix.Close
            aria-label="Close"
            className="absolute top-2.5 right-3 inline-flex size-7 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-ink"
          >
            <X aria-hidden className="size-4" />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The element that gets the focus back: the current element, or the button of the menu that opened the dialog. */
function openerOf(element: Element | null): HTMLElement | null {
  const trigger = element?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  const opener = trigger ? document.getElementById(trigger) : element;
  // The body has the focus if the focused element was removed.
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}
