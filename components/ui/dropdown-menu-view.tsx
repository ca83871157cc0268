"use client";

import { Check, type LucideIcon } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import type { ReactNode } from "react";

import { closeOnEscape } from "./close-on-escape";
import { cn } from "./cn";
import { Kbd } from "./kbd";
import { floatClass, itemClass } from "./menu-class";
import { type Opener, OpenerProxy } from "./opener";

interface DropdownMenuViewProps {
  id: string;
  opener: Opener;
  openerId: string;
  align: "start" | "center" | "end";
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}

export function DropdownMenuView({ id, opener, openerId, align, open, onOpenChange, children }: DropdownMenuViewProps) {
  return (
    <Radix.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>
        <OpenerProxy opener={opener} />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          id={id}
          aria-labelledby={openerId}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          onKeyDown={closeOnEscape(onOpenChange)}
          className={cn(floatClass, "max-h-(--radix-dropdown-menu-content-available-height) min-w-44")}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export interface MenuItemProps {
  icon?: LucideIcon;
  shortcut?: string;
  danger?: boolean;
  disabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
}

export function MenuItemView({ icon: Icon, shortcut, danger = false, disabled, onSelect, children }: MenuItemProps) {
  return (
    <Radix.Item disabled={disabled} onSelect={onSelect} className={cn(itemClass, danger && "text-error")}>
      {Icon && <Icon aria-hidden className={cn("size-4 shrink-0", danger ? "text-error" : "text-muted")} />}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {shortcut && <Kbd keys={shortcut} />}
    </Radix.Item>
  );
}

export interface MenuCheckboxProps {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  children: ReactNode;
}

/** Stays open, so that several can be selected. */
export function MenuCheckboxView({ checked, onCheckedChange, children }: MenuCheckboxProps) {
  return (
    <Radix.CheckboxItem
      checked={checked}
      onCheckedChange={onCheckedChange}
      onSelect={(event) => event.preventDefault()}
      className={itemClass}
    >
      <span className="size-4">
        <Radix.ItemIndicator>
          <Check aria-hidden className="size-4 text-accent-ink" />
        </Radix.ItemIndicator>
      </span>
      {children}
    </Radix.CheckboxItem>
  );
}

export interface MenuRadioProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string; icon?: LucideIcon }[];
  value: Value;
  onValueChange: (value: Value) => void;
}

export function MenuRadioView<Value extends string>({ label, options, value, onValueChange }: MenuRadioProps<Value>) {
  const choose = (chosen: string) => {
    const option = options.find((candidate) => candidate.value === chosen);
    if (option) onValueChange(option.value);
  };
  return (
    <>
      <MenuLabelView>{label}</MenuLabelView>
      <Radix.RadioGroup aria-label={label} value={value} onValueChange={choose}>
        {options.map(({ value: key, label: name, icon: Icon }) => (
          <Radix.RadioItem key={key} value={key} className={itemClass}>
            {Icon && <Icon aria-hidden className="size-4 shrink-0 text-muted" />}
            {name}
            <Radix.ItemIndicator className="ml-auto pl-4">
              <Check aria-hidden className="size-3.5 text-accent-ink" />
            </Radix.ItemIndicator>
          </Radix.RadioItem>
        ))}
      </Radix.RadioGroup>
    </>
  );
}

export function MenuLabelView({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2 pt-1.5 pb-0.5 text-label text-muted">{children}</Radix.Label>;
}

export function MenuSeparatorView() {
  return <Radix.Separator className="mx-1 my-1 h-px bg-line" />;
}
