"use client";

import { Menu } from "lucide-react";
import Link from "next/link";
import { useState } from "react";

import { Dialog } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/icon-button";

import { ScreenLinks } from "./screen-links";

/** The screens in a sheet that opens from the bottom edge on phones. */
export function PhoneMenu({ projectId }: { projectId?: string }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <div className="sm:hidden">
      <IconButton icon={Menu} label="Menu" onClick={() => setOpen(true)} />
      <Dialog open={open} onOpenChange={setOpen} title={projectId ?? "Loupe"} shape="sheet">
        <nav aria-label="Main" className="grid gap-2">
          <ScreenLinks projectId={projectId} place="sheet" onNavigate={close} />
          {projectId && (
            <Link
              href="/"
              onNavigate={close}
              className="flex h-8 items-center rounded-control px-2 text-muted hover:bg-hover"
            >
              All projects
            </Link>
          )}
        </nav>
      </Dialog>
    </div>
  );
}
