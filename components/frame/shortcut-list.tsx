"use client";

import { Kbd } from "@/components/ui/kbd";
import { useShortcutGroups } from "@/components/ui/shortcuts";

/** The keyboard shortcuts of the open page, those of its innermost part first. */
export function ShortcutList() {
  const groups = useShortcutGroups().toReversed();
  const titles = [...new Set(groups.map(({ title }) => title))];
  return (
    <div className="grid gap-4">
      {titles.map((title) => (
        <section key={title} aria-label={title}>
          <h3 className="pb-1 text-label text-muted">{title}</h3>
          <dl>
            {shortcutsOf(title, groups).map(({ keys, description }) => (
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
    </div>
  );
}

function shortcutsOf(title: string, groups: ReturnType<typeof useShortcutGroups>) {
  return groups.filter((group) => group.title === title).flatMap(({ read }) => read());
}
