"use client";

import { X } from "lucide-react";
import { Toast as Radix } from "radix-ui";
import { type RefObject, useEffect, useRef } from "react";

import { buttonClass } from "./button";
import { cn } from "./cn";
import { controlsBeside, freeBottom } from "./toast-place";
import { dismissToast, type ShownToast } from "./toast-store";

const plainMs = 5_000;
const actionMs = 10_000;
/** How often messages look whether a dialog, a menu or another page came under them. */
const LOOK_MS = 100;

export function ToasterView({ toasts }: { toasts: readonly ShownToast[] }) {
  const viewport = useFreePlace(toasts);
  return (
    <Radix.Provider swipeDirection="left">
      {toasts.map(({ key, title, description, tone = "neutral", durationMs, action }) => (
        <Radix.Root
          key={key}
          duration={durationMs ?? (action || tone === "error" ? actionMs : plainMs)}
          type={tone === "error" ? "foreground" : "background"}
          data-tone={tone}
          onOpenChange={(open) => {
            if (!open) dismissToast(key);
          }}
          className={cn(
            "flex animate-rise items-start gap-3 rounded-float border border-line-strong bg-float py-2 pr-2 pl-3 shadow-float",
            tone === "error" && "border-l-3 border-l-error",
          )}
        >
          <div className="min-w-0 flex-1 py-1">
            <Radix.Title className="text-body font-medium wrap-anywhere">{title}</Radix.Title>
            {description && (
              <Radix.Description className="text-meta wrap-anywhere text-muted">{description}</Radix.Description>
            )}
          </div>
          {action && (
            <Radix.Action altText={action.label} onClick={action.onAction} className={buttonClass("secondary")}>
              {action.label}
            </Radix.Action>
          )}
          <Radix.Close
            aria-label="Dismiss"
            className="inline-flex size-7 shrink-0 items-center justify-center rounded-control text-muted hover:text-ink"
          >
            <X aria-hidden className="size-3.5" />
          </Radix.Close>
        </Radix.Root>
      ))}
      {/* Beside the sidebar. The two latest, on a phone one, and every error: those before them once these are gone. */}
      <Radix.Viewport
        ref={viewport}
        className="fixed bottom-4 left-16 z-50 grid w-[min(380px,calc(100vw-32px))] sm:max-lg:w-80 gap-2 outline-none max-sm:left-4 lg:[body:has([data-rail=open])_&]:left-44 max-sm:[&>:not(:last-child,[data-tone=error])]:hidden [&>:nth-last-child(n+3):not([data-tone=error])]:hidden"
      />
    </Radix.Provider>
  );
}

/** Keeps the messages off what can be pressed, except while they are read with the pointer or used by keyboard. */
function useFreePlace(toasts: readonly ShownToast[]): RefObject<HTMLOListElement | null> {
  const viewport = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (toasts.length === 0) return;
    const place = () => {
      const messages = viewport.current;
      if (!messages || messages.matches(":hover, :focus-within")) return;
      const bottom = freeBottom(messages.getBoundingClientRect(), controlsBeside(messages), window.innerHeight);
      messages.style.bottom = `${bottom}px`;
    };
    place();
    const timer = setInterval(place, LOOK_MS);
    return () => clearInterval(timer);
  }, [toasts]);
  return viewport;
}
