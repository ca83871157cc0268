/** Prints what happened in a fault, in one line. */
export function report(fault: string, ...facts: string[]): void {
  console.log(`fault: ${fault}: ${facts.join("; ")}`);
}

export const seconds = (count: number) => `${count.toFixed(1)} s`;
