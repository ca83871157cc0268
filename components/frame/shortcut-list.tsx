"use client";

import { Kbd } from "@/components/ui/kbd";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { effectiveShortcuts } from "@/components/ui/effective-shortcuts";
import { useShortcutGroups } from "@/components/ui/shortcuts";

/** The keyboard shortcuts of the open page, those of its innermost part first. */
export function ShortcutList() {
  const groups = effectiveShortcuts(useShortcutGroups());
  return (
    <ScrollRegion label="Shortcuts" className="grid gap-4">
      {[...groups].map(([title, shortcuts]) => (
        <section key={title} aria-label={title}>
          <h3 className="pb-1 text-label text-muted">{title}</h3>
          <dl>
            {shortcuts.map(({ keys, description }) => (
              <div key={keys} className="flex min-h-7 items-center justify-between gap-4 border-b border-line py-1">
                <dt>{description}</dt>
                <dd>
                  <Kbd keys={keys} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </ScrollRegion>
  );
}
