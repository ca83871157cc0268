/** Ends the process with one line for the person who started it. */
export function fail(message) {
  console.error(`loupe: ${message}`);
  process.exit(1);
}
