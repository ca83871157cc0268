/** One page of a list that is read by offset. */
export interface OffsetPage<Row> {
  rows: Row[];
  isLast: boolean;
}

/** How an infinite query moves from one page of this many rows to the next. */
export function byOffset(pageRows: number) {
  return {
    initialPageParam: 0,
    getNextPageParam: ({ isLast }: OffsetPage<unknown>, pages: readonly unknown[]) =>
      isLast ? undefined : pages.length * pageRows,
  };
}
