/**
 * Counts rows by checking whether there is one at an offset, about 2 log2(n) times: doubles the offset until there is
 * none, then bisects.
 */
export async function countRows(hasRowAt: (offset: number) => Promise<boolean>): Promise<number> {
  const has = (rows: number) => hasRowAt(rows - 1);
  if (!(await has(1))) return 0;
  let known = 1;
  while (await has(known * 2)) known *= 2;
  let most = known * 2 - 1;
  while (known < most) {
    const middle = Math.ceil((known + most) / 2);
    if (await has(middle)) known = middle;
    else most = middle - 1;
  }
  return known;
}
