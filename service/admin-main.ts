import { administer } from "@/service/admin";
import { StartError } from "@/service/store/start-error";

try {
  console.log(`loupe: ${await administer(process.argv.slice(2))}`);
  process.exit(0);
} catch (error) {
  console.error(error instanceof StartError ? `loupe: ${error.message}` : error);
  process.exit(1);
}
