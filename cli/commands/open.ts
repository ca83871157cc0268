import { openConnection, type Run } from "../context";
import { addressOfId } from "../dashboard-address";
import { EXIT } from "../exit-status";
import { openInBrowser } from "../open-in-browser";

/** Prints the address of a page, and opens it where there is a browser. */
export const run: Run = async (context, given) => {
  const id = given.only("The ID of a trace, a call or an experiment");
  const address = await addressOfId(await openConnection(context, given), id, context.signal);
  if (given.is("json")) await context.out.json({ url: address });
  else await context.out.text(address);
  // Otherwise nobody would see it.
  const isWatched = context.out.isTerminal && !given.is("print") && !given.is("json");
  if (isWatched) await openInBrowser(address, context.environment);
  return EXIT.done;
};
