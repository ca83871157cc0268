/** Elements that accept typed text and therefore handle the keys of page shortcuts. */
const boxes = "textarea, select, input:not([type=checkbox], [type=radio], [type=button])";
/** These close on Escape, and restore the focus themselves; a list that is part of the page has `data-in-page`. */
const layers = "[role=dialog], [role=menu], [role=listbox]:not([data-in-page])";

/** The element that had the focus before the text box, unless that was a text box too. */
let cameFrom: HTMLElement | undefined;
let lastBox: EventTarget | null = null;

export function isBox(target: EventTarget | null): target is HTMLElement {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches(boxes));
}

/**
 * Whether the keys that move between the rows of a list or a tree (`data-index`) apply to an element: to a row, and to
 * what was clicked in it, but not to its text boxes.
 */
export function isInRow(target: EventTarget | null): boolean {
  return target instanceof Element && !isBox(target) && target.closest("[data-index]") !== null;
}

/** Menus, lists and modal dialogs have their own keys. */
export function isInLayer(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(layers) !== null;
}

/** Whether no control has the focus. */
export function isFocusFree(): boolean {
  const active = document.activeElement;
  return active === null || active === document.body || active.id === "main";
}

/**
 * Restores the previous focus, so that page shortcuts work again: after Escape, and after typed text is sent. Does
 * nothing if no text box has the focus.
 */
export function leaveBox(): void {
  const box = document.activeElement;
  if (!isBox(box) || isInLayer(box)) return;
  if (cameFrom?.isConnected) cameFrom.focus({ preventScroll: true });
  if (document.activeElement === box) box.blur();
}

function onFocusIn({ target, relatedTarget }: FocusEvent): void {
  if (!isBox(target)) return;
  // When a window gets the focus back, it focuses the same box again, without a previous element.
  if (target !== lastBox && !isBox(relatedTarget))
    cameFrom = relatedTarget instanceof HTMLElement ? relatedTarget : undefined;
  lastBox = target;
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.key !== "Escape" || event.isComposing || !isBox(event.target) || isInLayer(event.target)) return;
  // Otherwise a search field would clear itself.
  event.preventDefault();
  leaveBox();
}

/** Makes one Escape leave every text box; returns a function that removes the listener. */
export function watchBoxes(): () => void {
  document.addEventListener("focusin", onFocusIn);
  // After all other handlers of this key.
  window.addEventListener("keydown", onKeyDown);
  return () => {
    document.removeEventListener("focusin", onFocusIn);
    window.removeEventListener("keydown", onKeyDown);
  };
}
