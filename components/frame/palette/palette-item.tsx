"use client";

import { Command } from "cmdk";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface GroupProps {
  heading: string;
  forceMount?: boolean;
  children: ReactNode;
}

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
  /** The text to match, if it is not the label. */
  value?: string;
  /** Other words to match. */
  keywords?: string[];
  icon: LucideIcon;
  forceMount?: boolean;
  onSelect: () => void;
  children: ReactNode;
}

/** One item; Enter or a click selects it. */
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
