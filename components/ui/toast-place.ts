interface Box {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

/** Between a message and the edge of the window, or what it must not cover. */
const GAP = 8;
const CONTROLS =
  "button, a[href], input, select, textarea, summary, [role=menuitem], [role=option], [role=radio], [role=tab]";

/** How far from the bottom edge messages of this size cover the fewest controls, in pixels: the lowest such place. */
export function freeBottom(messages: Box, controls: readonly Box[], windowHeight: number): number {
  const height = messages.bottom - messages.top;
  const besides = controls.filter(({ left, right }) => left < messages.right && right > messages.left);
  const covered = (bottom: number) => {
    const edge = windowHeight - bottom;
    return besides.filter((control) => control.bottom > edge - height && control.top < edge).length;
  };
  const [best] = [2 * GAP, ...besides.map(({ top }) => windowHeight - top + GAP)]
    .filter((bottom) => bottom === 2 * GAP || (bottom > 2 * GAP && bottom + height <= windowHeight))
    .map((bottom) => ({ bottom, count: covered(bottom) }))
    .toSorted((one, other) => one.count - other.count || one.bottom - other.bottom);
  return best?.bottom ?? 2 * GAP;
}

/** The controls that can be pressed now. Those of rows are left out: they are everywhere, and scroll. */
export function controlsBeside(messages: HTMLElement): Box[] {
  const { left, right } = messages.getBoundingClientRect();
  return [...document.querySelectorAll(CONTROLS)]
    .filter((control) => !messages.contains(control) && !control.closest("[aria-hidden=true], [role=row], [role=tree]"))
    .map((control) => ({ control, box: control.getBoundingClientRect() }))
    .filter(({ control, box }) => box.left < right && box.right > left && isOnTop(control, box, messages))
    .map(({ box }) => box);
}

/** Whether something is in sight, but for the messages themselves. */
function isOnTop(control: Element, box: DOMRect, messages: HTMLElement): boolean {
  const hits = document.elementsFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  const [first] = hits.filter((hit) => !messages.contains(hit));
  return first !== undefined && (control.contains(first) || first.contains(control));
}
