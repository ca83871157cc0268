import { Pin, PinOff } from "lucide-react";

import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import type { CallRow } from "@/lib/contract/calls";
import { isPinned, type PinnedBaselines } from "@/lib/experiment/baseline";

import { usePinBaseline } from "./use-pin-baseline";

interface PinButtonProps {
  projectId: string;
  experiment: CallRow;
  /** The scores that it is the baseline for. */
  scores: readonly string[];
  pinned: PinnedBaselines;
  /** The letter of the experiment; undefined for one that is shown alone. */
  letter: string | undefined;
}

/** Pins an experiment as the baseline of its dataset, or pins it no longer. */
export function PinButton({ projectId, experiment, scores, pinned, letter }: PinButtonProps) {
  const pin = usePinBaseline(projectId, pinned);
  const isOn = isPinned(pinned, experiment);
  const icon = isOn ? PinOff : Pin;
  const run = () => pin(experiment, scores, !isOn);
  if (letter === undefined)
    return (
      <Button size="small" variant="ghost" icon={icon} className="first:-ml-2" onClick={run}>
        {isOn ? "Unpin" : "Pin as the baseline"}
      </Button>
    );
  const label = isOn ? `Unpin ${letter} as the baseline` : `Pin ${letter} as the baseline of its dataset`;
  return <IconButton icon={icon} size="small" label={label} onClick={run} />;
}
