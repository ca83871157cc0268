import { Pin, PinOff } from "lucide-react";

import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";

interface PinButtonProps {
  isPinned: boolean;
  /** The letter of the experiment; undefined for one that is shown alone. */
  letter: string | undefined;
  onPin: (isPinned: boolean) => void;
}

/** Pins an experiment as the baseline of its evaluation, or pins it no longer. */
export function PinButton({ isPinned, letter, onPin }: PinButtonProps) {
  const icon = isPinned ? PinOff : Pin;
  const run = () => onPin(!isPinned);
  if (letter === undefined)
    return (
      <Button size="small" variant="ghost" icon={icon} className="first:-ml-2" onClick={run}>
        {isPinned ? "Unpin" : "Pin as the baseline"}
      </Button>
    );
  const label = isPinned ? `Unpin ${letter} as the baseline` : `Pin ${letter} as the baseline of its evaluation`;
  return <IconButton icon={icon} size="small" label={label} onClick={run} />;
}
