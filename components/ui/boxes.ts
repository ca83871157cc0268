/** Elements that take typed text, and with it the keys of page shortcuts. */
const boxes = "textarea, select, input:not([type=checkbox], [type=radio], [type=button])";
/** These close by Escape, and give the focus back themselves. */
const layers = "[role=dialog], [role=menu], [role=listbox]";

/** What had the focus before the box, where that was no box. */
let cameFrom: HTMLElement | undefined;
let lastBox: EventTarget | null = null;

export function isBox(target: EventTarget | null): target is HTMLElement {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches(boxes));
}

/** Menus, lists and modal dialogs have keys of their own. */
export function isInLayer(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(layers) !== null;
}

/** Whether the focus is on no control. */
export function isFocusFree(): boolean {
  const active = document.activeElement;
  return active === null || active === document.body || active.id === "main";
}

/**
 * Restores the previous focus, so that page shortcuts work again: after Escape, and after typed text is sent. Does
 * nothing where no box has the focus.
 */
export function leaveBox(): void {
  const box = document.activeElement;
  if (!isBox(box) || isInLayer(box)) return;
  if (cameFrom?.isConnected) cameFrom.focus({ preventScroll: true });
  if (document.activeElement === box) box.blur();
}

function onFocusIn({ target, relatedTarget }: FocusEvent): void {
  if (!isBox(target)) return;
  // A window that gets the focus back gives it to the same box, from nowhere.
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

/** Makes one Escape leave every box; returns what removes the listener. */
export function watchBoxes(): () => void {
  document.addEventListener("focusin", onFocusIn);
  // After everything else that this key does.
  window.addEventListener("keydown", onKeyDown);
  return () => {
    document.removeEventListener("focusin", onFocusIn);
    window.removeEventListener("keydown", onKeyDown);
  };
}
