"use client";

import { Slot } from "radix-ui";
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState, type ReactNode } from "react";

import type { MenuCheckboxProps, MenuItemProps, MenuRadioProps } from "./dropdown-menu-view";
import { onDemand, type OnDemand } from "./on-demand";
import { useApproach } from "./use-approach";

const view = onDemand(() => import("./dropdown-menu-view"));

interface DropdownMenuProps {
  /** One focusable element that opens the menu. */
  trigger: ReactNode;
  align?: "start" | "center" | "end";
  /** What the children are in, if that is loaded on demand: it opens with them. */
  content?: OnDemand<unknown>;
  children: ReactNode;
}

export function DropdownMenu({ trigger, align = "end", content = view, children }: DropdownMenuProps) {
  const openerId = useId();
  const menuId = useId();
  const opener = useRef<HTMLElement>(null);
  const [open, setOpen] = useState(false);
  const { isNear, ...approach } = useApproach(view.load, content.load);
  const loaded = view.useNeeded(open, () => setOpen(false));
  const isFilled = content.useNeeded(open, () => setOpen(false)) !== undefined;
  return (
    <>
      <Slot.Root
        ref={opener}
        id={openerId}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? menuId : undefined}
        data-state={open ? "open" : "closed"}
        {...approach}
        onPointerDown={(event: PointerEvent) => {
          if (event.button !== 0 || event.ctrlKey || isDisabled(opener.current)) return;
          setOpen(!open);
          // The menu gets the focus.
          if (!open) event.preventDefault();
        }}
        onKeyDown={(event: KeyboardEvent) => {
          if (!["Enter", " ", "ArrowDown"].includes(event.key)) return;
          setOpen(event.key === "ArrowDown" || !open);
          event.preventDefault();
        }}
      >
        {trigger}
      </Slot.Root>
      {loaded && isFilled && (isNear || open) && (
        <loaded.DropdownMenuView
          id={menuId}
          opener={opener}
          openerId={openerId}
          align={align}
          open={open}
          onOpenChange={setOpen}
        >
          {children}
        </loaded.DropdownMenuView>
      )}
    </>
  );
}

const isDisabled = (element: HTMLElement | null) => element instanceof HTMLButtonElement && element.disabled;

export function MenuItem(props: MenuItemProps) {
  const loaded = view.useModule();
  return loaded && <loaded.MenuItemView {...props} />;
}

/** Stays open, so that several can be selected. */
export function MenuCheckbox(props: MenuCheckboxProps) {
  const loaded = view.useModule();
  return loaded && <loaded.MenuCheckboxView {...props} />;
}

export function MenuRadio<Value extends string>(props: MenuRadioProps<Value>) {
  const loaded = view.useModule();
  return loaded && <loaded.MenuRadioView {...props} />;
}

export function MenuLabel({ children }: { children: ReactNode }) {
  const loaded = view.useModule();
  return loaded && <loaded.MenuLabelView>{children}</loaded.MenuLabelView>;
}

export function MenuSeparator() {
  const loaded = view.useModule();
  return loaded && <loaded.MenuSeparatorView />;
}
