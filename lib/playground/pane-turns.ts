import type { Pane, PlaygroundDocument, Turn } from "./document";

/** The turns that a pane answers: its own, or the shared conversation. */
export function turnsOfPane<Item extends Pick<Pane, "turns">>(
  { turns }: Pick<PlaygroundDocument, "turns">,
  pane: Item,
): readonly Turn[] {
  return pane.turns ?? turns;
}

/** The panes that answer the shared conversation, by id. */
export function sharingPanes({ panes }: Pick<PlaygroundDocument, "panes">): string[] {
  return panes.filter((pane) => !pane.turns).map(({ id }) => id);
}
