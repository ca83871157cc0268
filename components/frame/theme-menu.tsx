"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import { useSyncExternalStore } from "react";

import { DropdownMenu, MenuRadio } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";

const themes = [
  { value: "system", label: "System", icon: Monitor },
  { value: "light", label: "Light", icon: Sun },
  { value: "dark", label: "Dark", icon: Moon },
] as const;

const subscribeNever = () => () => {};

export function ThemeMenu() {
  const { theme, setTheme } = useTheme();
  // The server does not know the theme: its icon is the neutral one.
  const mounted = useSyncExternalStore(
    subscribeNever,
    () => true,
    () => false,
  );
  const chosen = themes.find(({ value }) => mounted && value === theme) ?? themes[0];
  return (
    <DropdownMenu trigger={<IconButton icon={chosen.icon} label="Theme" />}>
      <MenuRadio label="Theme" options={themes} value={chosen.value} onValueChange={setTheme} />
    </DropdownMenu>
  );
}
