import { byPrecedence, type Shortcut, type ShortcutGroup } from "./shortcuts";

/** The active shortcuts by title, those with precedence first, without those that another group outranks. */
export function effectiveShortcuts(all: readonly ShortcutGroup[]): ReadonlyMap<string, readonly Shortcut[]> {
  const taken = new Set<string>();
  const found = new Map<string, Shortcut[]>();
  for (const { title, read, outranks } of byPrecedence(all)) {
    const shortcuts = read();
    const active = shortcuts.filter(({ keys }) => outranks || !taken.has(keys));
    if (active.length > 0) found.set(title, [...(found.get(title) ?? []), ...active]);
    if (outranks) for (const { keys } of shortcuts) taken.add(keys);
  }
  return found;
}
