"use client";

import { CircleHelp } from "lucide-react";
import { useState } from "react";

import { Dialog } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/icon-button";
import { Kbd } from "@/components/ui/kbd";
import { useShortcutGroups, useShortcuts } from "@/components/ui/shortcuts";

/** Lists the keyboard shortcuts of the open page. */
export function HelpButton() {
  const [open, setOpen] = useState(false);
  const groups = useShortcutGroups();
  useShortcuts("Everywhere", [{ keys: "?", description: "Show keyboard shortcuts", run: () => setOpen(true) }]);
  return (
    <>
      <IconButton icon={CircleHelp} label="Keyboard shortcuts" shortcut="?" onClick={() => setOpen(true)} />
      <Dialog open={open} onOpenChange={setOpen} title="Keyboard shortcuts">
        <div className="grid gap-4">
          {groups.toReversed().map(({ title, read }) => (
            <section key={title} aria-label={title}>
              <h3 className="pb-1 text-label text-muted">{title}</h3>
              <dl>
                {read().map(({ keys, description }) => (
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
      </Dialog>
    </>
  );
}
