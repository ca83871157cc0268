import { shellWord } from "@/lib/format/shell-word";

/** Commands that read a job, its events, and its request; none contains a key: each reads `LOUPE_API_KEY`. */
export function jobCommands(serviceUrl: string, id: string): string {
  const job = `${serviceUrl}/v1/preview/training-jobs/${id}`;
  const read = (address: string) =>
    `curl --fail-with-body -H "authorization: Bearer $LOUPE_API_KEY" ${shellWord(address)}`;
  return `# Status and progress
${read(job)}

# Events, oldest first; continue with after=<last id>
${read(`${job}/events?limit=1000`)}

# The request as submitted, byte for byte
${read(`${job}/body`)} -o ${shellWord(`training-job-${id}.json`)}
`;
}
