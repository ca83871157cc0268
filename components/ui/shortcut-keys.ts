interface PressedKey {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/**
 * Whether a pressed key matches one written as in `j`, `shift+x`, `mod+enter`. Shift is only compared for letters and
 * named keys: `?` needs it on some keyboards and not on others.
 */
export function shortcutMatches(keys: string, pressed: PressedKey): boolean {
  const parts = keys.toLowerCase().split("+");
  const key = parts.at(-1) === "space" ? " " : parts.at(-1);
  if (pressed.key.toLowerCase() !== key || pressed.altKey) return false;
  if ((pressed.ctrlKey || pressed.metaKey) !== parts.includes("mod")) return false;
  const shiftCounts = key.length > 1 || key.toLowerCase() !== key.toUpperCase();
  return !shiftCounts || pressed.shiftKey === parts.includes("shift");
}
