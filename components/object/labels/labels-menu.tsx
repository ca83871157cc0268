"use client";

import { Tag } from "lucide-react";

import { Button } from "@/components/ui/button";
import { onDemand } from "@/components/ui/on-demand";
import { Popover } from "@/components/ui/popover";
import type { ObjectVersion } from "@/lib/contract/objects";

const labelList = onDemand(() => import("./label-list"));

/** The labels of an object, to move to the version that is shown, and who moved them. */
export function LabelsMenu({ version }: { version: ObjectVersion }) {
  const content = labelList.useModule();
  return (
    <Popover
      label={`Labels of ${version.object_id}`}
      content={labelList}
      align="end"
      className="w-84 max-w-[calc(100vw-16px)] p-1"
      trigger={<Button icon={Tag}>Labels</Button>}
    >
      {content && <content.LabelList version={version} />}
    </Popover>
  );
}
