/** Work in steps, between which other work can run; the generator returns the result. */
export type Steps<Outcome> = Generator<void, Outcome>;

/** Number of groups or trajectories per step. */
const STEP_ITEMS = 16;

/** The items, with a step after every few. */
export function* inSteps<Item>(items: readonly Item[], run: (item: Item, index: number) => void): Steps<void> {
  for (const [index, item] of items.entries()) {
    run(item, index);
    if (index % STEP_ITEMS === STEP_ITEMS - 1) yield;
  }
}

/** The result, running all steps at once. */
export function allSteps<Outcome>(steps: Steps<Outcome>): Outcome {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
