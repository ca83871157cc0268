/** Work in steps between which something else may have its turn; what it returns is the outcome. */
export type Steps<Outcome> = Generator<void, Outcome>;

/** Groups or trajectories of one step. */
const STEP_ITEMS = 16;

/** The items, with a step after every few. */
export function* inSteps<Item>(items: readonly Item[], run: (item: Item, index: number) => void): Steps<void> {
  for (const [index, item] of items.entries()) {
    run(item, index);
    if (index % STEP_ITEMS === STEP_ITEMS - 1) yield;
  }
}

/** The outcome, all steps at once. */
export function allSteps<Outcome>(steps: Steps<Outcome>): Outcome {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
