import type { Run } from "../context";
import { completionScript } from "../completion";
import { EXIT, usageError } from "../exit-status";

/** Prints a script that completes commands and options. */
export const run: Run = async ({ out }, given) => {
  const shell = given.only("The shell (bash, zsh or fish)");
  if (shell !== "bash" && shell !== "zsh" && shell !== "fish")
    throw usageError(`${JSON.stringify(shell)} is not one of bash, zsh and fish.`);
  await out.raw(completionScript(shell));
  return EXIT.done;
};
