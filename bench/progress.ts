const STEPS = 10;

/** Reports progress and speed on stderr, next to the results on stdout, at most so many times. */
export function progressOf(what: string, total: number): (done: number) => void {
  const began = performance.now();
  let told = 0;
  return (done) => {
    if (done < total && done - told < total / STEPS) return;
    told = done;
    const perSecond = Math.round((done / (performance.now() - began)) * 1000);
    console.error(`${what}: ${shown(done)} of ${shown(total)}, ${shown(perSecond)}/s`);
  };
}

function shown(count: number): string {
  return count.toLocaleString("en-US");
}
