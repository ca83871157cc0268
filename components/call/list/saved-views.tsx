"use client";

import { Bookmark } from "lucide-react";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { onDemand } from "@/components/ui/on-demand";
import { Popover } from "@/components/ui/popover";

const viewList = onDemand(() => import("./view-list"));

/** Saved views of the list, for everyone in the project. */
export function SavedViews({ projectId }: { projectId: string }) {
  const [open, setOpen] = useState(false);
  const views = viewList.useModule();
  return (
    <Popover
      label="Saved views"
      content={viewList}
      open={open}
      onOpenChange={setOpen}
      className="w-72 p-1"
      trigger={
        <Button size="small" variant="ghost" icon={Bookmark}>
          Views
        </Button>
      }
    >
      {views && <views.ViewList projectId={projectId} onNavigate={() => setOpen(false)} />}
    </Popover>
  );
}
