"use client";

import { Command } from "cmdk";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface GroupProps {
  heading: string;
  forceMount?: boolean;
  children: ReactNode;
}

/** A group of items. */
export function Group({ heading, forceMount, children }: GroupProps) {
  return (
    <Command.Group
      heading={heading}
      forceMount={forceMount}
      className="**:[[cmdk-group-heading]]:px-2 **:[[cmdk-group-heading]]:pt-2 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:text-label **:[[cmdk-group-heading]]:text-muted"
    >
      {children}
    </Command.Group>
  );
}

interface ItemProps {
  /** What is matched with the typed text, where it is not the words shown. */
  value?: string;
  icon: LucideIcon;
  forceMount?: boolean;
  onSelect: () => void;
  children: ReactNode;
}

/** One of them; Enter or a click chooses it. */
export function Item({ icon: Icon, children, ...rest }: ItemProps) {
  return (
    <Command.Item
      className="flex h-8 cursor-default items-center gap-2.5 rounded-control px-2 data-[selected=true]:bg-selected"
      {...rest}
    >
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      <span className="truncate">{children}</span>
    </Command.Item>
  );
}
