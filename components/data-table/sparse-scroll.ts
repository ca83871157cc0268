/** Rows of equal height in a box that shows some of them. */
export interface Extent {
  count: number;
  rowPx: number;
  /** Height of the visible part. */
  viewPx: number;
}

/** A scroll position: that of the scroll bar, and how many rows are above the first one that is laid out. */
export interface ScrollPlace {
  scrollTop: number;
  shift: number;
}

/** Browsers support no greater height: Firefox's limit is a little below 17.9 million pixels. */
const HIGHEST_PX = 16_000_000;
/** A move within this many views is made with the wheel; a longer one with the scroll bar. */
const NEAR_VIEWS = 4;

/** How many rows are laid out; if there are more, they share the scroll bar's pixels. */
export function laidOutRows({ count, rowPx }: Pick<Extent, "count" | "rowPx">): number {
  return Math.min(count, Math.floor(HIGHEST_PX / rowPx));
}

/**
 * The position after the scroll bar moved. If rows share its pixels, a short move is a move by as many pixels of rows,
 * and a long one moves to the same share of the rows; both ends are reached exactly.
 */
export function scrolled(extent: Extent, place: ScrollPlace, scrollTop: number): ScrollPlace {
  const { most, maxShift } = limits(extent);
  if (maxShift === 0 || scrollTop <= 0) return { scrollTop, shift: 0 };
  if (scrollTop >= most - 1) return { scrollTop, shift: maxShift };
  const isNear = Math.abs(scrollTop - place.scrollTop) <= extent.viewPx * NEAR_VIEWS;
  return { scrollTop, shift: isNear ? place.shift : Math.round((scrollTop / most) * maxShift) };
}

/**
 * The position at which the view begins at this distance from the first row's top. Short moves from there end at an end
 * of the scroll bar only where the rows end too.
 */
export function placeAt(extent: Extent, offset: number): ScrollPlace {
  const { most, maxShift } = limits(extent);
  const last = most + maxShift * extent.rowPx;
  const within = Math.max(0, Math.min(offset, last));
  const edge = extent.viewPx * NEAR_VIEWS;
  if (maxShift === 0 || within <= edge) return { scrollTop: within, shift: 0 };
  if (last - within <= edge) return { scrollTop: most - (last - within), shift: maxShift };
  const scrollTop = Math.max(edge, Math.min((within / last) * most, most - edge));
  const shift = Math.round((within - scrollTop) / extent.rowPx);
  return { scrollTop: within - shift * extent.rowPx, shift };
}

/** Whether a row is so near that it is moved to like with the wheel. */
export function isNear(extent: Extent, place: ScrollPlace, index: number): boolean {
  const at = index - place.shift;
  const distance = Math.abs(at * extent.rowPx - place.scrollTop);
  return at >= 0 && at < laidOutRows(extent) && distance <= extent.viewPx * NEAR_VIEWS;
}

/** The last position of the scroll bar, and the most rows that are above the first one that is laid out. */
function limits(extent: Extent): { most: number; maxShift: number } {
  const rows = laidOutRows(extent);
  return { most: Math.max(0, rows * extent.rowPx - extent.viewPx), maxShift: extent.count - rows };
}
