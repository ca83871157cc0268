const STEPS = 10;

/** Reports progress and speed on stderr, next to the results on stdout, at most this many times. */
export function progressOf(what: string, total: number): (done: number) => void {
  const began = performance.now();
  let reported = 0;
  return (done) => {
    if (done < total && done - reported < total / STEPS) return;
    reported = done;
    const perSecond = Math.round((done / (performance.now() - began)) * 1000);
    console.error(`${what}: ${shown(done)} of ${shown(total)}, ${shown(perSecond)}/s`);
  };
}

function shown(count: number): string {
  return count.toLocaleString("en-US");
}
