"use client";

import { Check, type LucideIcon } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import type { ReactNode } from "react";

import { cn } from "./cn";
import { Kbd } from "./kbd";
import { floatClass, itemClass } from "./menu-class";

interface DropdownMenuProps {
  /** One focusable element that opens the menu. */
  trigger: ReactNode;
  align?: "start" | "center" | "end";
  children: ReactNode;
}

export function DropdownMenu({ trigger, align = "end", children }: DropdownMenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={cn(floatClass, "max-h-(--radix-dropdown-menu-content-available-height) min-w-44")}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface MenuItemProps {
  icon?: LucideIcon;
  shortcut?: string;
  danger?: boolean;
  disabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
}

export function MenuItem({ icon: Icon, shortcut, danger = false, disabled, onSelect, children }: MenuItemProps) {
  return (
    <Radix.Item disabled={disabled} onSelect={onSelect} className={cn(itemClass, danger && "text-error")}>
      {Icon && <Icon aria-hidden className={cn("size-4 shrink-0", danger ? "text-error" : "text-muted")} />}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {shortcut && <Kbd keys={shortcut} />}
    </Radix.Item>
  );
}

interface MenuCheckboxProps {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  children: ReactNode;
}

/** Stays open, so that several can be ticked. */
export function MenuCheckbox({ checked, onCheckedChange, children }: MenuCheckboxProps) {
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

interface MenuRadioProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string; icon?: LucideIcon }[];
  value: Value;
  onValueChange: (value: Value) => void;
}

export function MenuRadio<Value extends string>({ label, options, value, onValueChange }: MenuRadioProps<Value>) {
  const choose = (chosen: string) => {
    const option = options.find((candidate) => candidate.value === chosen);
    if (option) onValueChange(option.value);
  };
  return (
    <>
      <MenuLabel>{label}</MenuLabel>
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

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2 pt-1.5 pb-0.5 text-label text-muted">{children}</Radix.Label>;
}

export function MenuSeparator() {
  return <Radix.Separator className="mx-1 my-1 h-px bg-line" />;
}
