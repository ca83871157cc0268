import type { Dispatch } from "react";

import type { Shortcut } from "@/components/ui/shortcuts";
import type { Edit } from "@/lib/playground/edit";

/** The keys of a prompt that is being edited. */
export function promptKeys(edit: Dispatch<Edit>, save: Pick<Shortcut, "description" | "run">): Shortcut[] {
  const moveTurn = (by: -1 | 1) => {
    const id = document.activeElement?.closest("[data-turn]")?.getAttribute("data-turn");
    if (id) edit({ type: "move turn", id, by });
  };
  return [
    { ...save, keys: "mod+enter", whileTyping: true },
    { keys: "mod+shift+arrowup", description: "Move message up", whileTyping: true, run: () => moveTurn(-1) },
    { keys: "mod+shift+arrowdown", description: "Move message down", whileTyping: true, run: () => moveTurn(1) },
  ];
}
