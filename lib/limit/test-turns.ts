/** For tests: how many turns the event loop has had while a task ran. Of steps, not of time. */
export async function countTurns<Result>(task: () => Promise<Result>): Promise<{ turns: number; result: Result }> {
  let turns = 0;
  let isRunning = true;
  const count = () => {
    turns += 1;
    if (isRunning) setImmediate(count);
  };
  setImmediate(count);
  try {
    return { result: await task(), turns };
  } finally {
    isRunning = false;
  }
}
