import { administer } from "./admin";
import { StartError } from "@/service/store/start-error";

/** Runs a command of the administration, says what it did, and returns the exit status. */
export async function main(args: readonly string[]): Promise<number> {
  try {
    console.log(`loupe: ${await administer(args)}`);
    return 0;
  } catch (error) {
    console.error(error instanceof StartError ? `loupe: ${error.message}` : error);
    return 1;
  }
}
