"use client";

import { useState } from "react";

import { CodeBlock } from "@/components/ui/code-block";
import { Dialog } from "@/components/ui/dialog";
import { TabPanel, Tabs } from "@/components/ui/tabs";

import { fetchPrograms, type FetchTarget } from "./fetch-code";

interface FetchDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  target: FetchTarget;
}

/** Programs that read the call and its trace, to copy. */
export function FetchDialog({ open, onOpenChange, target }: FetchDialogProps) {
  const programs = fetchPrograms(target);
  const [chosen, setChosen] = useState<string>(programs[0]?.id ?? "");
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Code to fetch this call"
      description="Each program reads your key from LOUPE_API_KEY."
      className="w-[min(760px,calc(100vw-32px))]"
    >
      <Tabs
        label="Languages"
        tabs={programs.map(({ id, label }) => ({ value: id, label }))}
        value={chosen}
        onValueChange={setChosen}
        isFlush
      >
        {programs.map(({ id, label, code }) => (
          <TabPanel key={id} value={id} className="pt-2">
            <CodeBlock label={`${label} program`} code={code} className="max-h-[50vh]" />
          </TabPanel>
        ))}
      </Tabs>
    </Dialog>
  );
}
