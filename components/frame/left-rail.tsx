"use client";

import { PanelLeftClose, PanelLeftOpen } from "lucide-react";
import Link from "next/link";

import { IconButton } from "@/components/ui/icon-button";
import { usePreference } from "@/components/ui/use-preference";

import { Logo } from "./logo";
import { railWordClass, ScreenLinks } from "./screen-links";

type Rail = "folded" | "open";

function parseRail(stored: string): Rail | undefined {
  return stored === "folded" || stored === "open" ? stored : undefined;
}

/** The screens of the project, or the pages outside projects, at the left edge; a phone has them in a sheet instead. */
export function LeftRail({ projectId }: { projectId?: string }) {
  const [rail, setRail] = usePreference<Rail>("rail", "open", parseRail);
  return (
    <nav
      aria-label="Main"
      data-rail={rail}
      className="group/rail flex w-12 shrink-0 flex-col border-r border-line bg-raised data-[rail=open]:lg:w-40 max-sm:hidden"
    >
      <Link href="/" title="All projects" className="flex h-10 items-center gap-2.5 px-3.5 font-semibold">
        <Logo className="size-5 shrink-0 text-accent-ink" />
        <span className={railWordClass}>Loupe</span>
      </Link>
      <div className="min-h-0 flex-1 overflow-auto p-2">
        <ScreenLinks projectId={projectId} place="rail" />
      </div>
      <div className="p-2.5 max-lg:hidden">
        <IconButton
          icon={rail === "folded" ? PanelLeftOpen : PanelLeftClose}
          label={rail === "folded" ? "Expand sidebar" : "Collapse sidebar"}
          tooltipSide="right"
          onClick={() => setRail(rail === "folded" ? "open" : "folded")}
        />
      </div>
    </nav>
  );
}
