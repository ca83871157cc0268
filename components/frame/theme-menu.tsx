"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";

import { DropdownMenu, MenuRadio } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import { useIsHydrated } from "@/components/ui/use-browser-value";

const themes = [
  { value: "system", label: "System", icon: Monitor },
  { value: "light", label: "Light", icon: Sun },
  { value: "dark", label: "Dark", icon: Moon },
] as const;

export function ThemeMenu() {
  const { theme, setTheme } = useTheme();
  // The server does not know the theme, so it renders the neutral icon.
  const isHydrated = useIsHydrated();
  const chosen = themes.find(({ value }) => isHydrated && value === theme) ?? themes[0];
  return (
    <DropdownMenu trigger={<IconButton icon={chosen.icon} label="Theme" />}>
      <MenuRadio label="Theme" options={themes} value={chosen.value} onValueChange={setTheme} />
    </DropdownMenu>
  );
}
