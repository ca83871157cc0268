import { shellWord } from "@/lib/format/shell-word";

/** Commands that read a job, its events, and its request; none contains a key: each reads `LOUPE_API_KEY`. */
export function jobCommands(serviceUrl: string, id: string): string {
  const job = `${serviceUrl}/v1/preview/training-jobs/${id}`;
  const read = (address: string) =>
    `curl --fail-with-body -H "authorization: Bearer $LOUPE_API_KEY" ${shellWord(address)}`;
  return `# How far it has come
${read(job)}

# Message, oldest first; go on with after=<the last id>
${read(`${job}/events?limit=1000`)}

# What it was sent, byte for byte
${read(`${job}/body`)} -o ${shellWord(`training-job-${id}.json`)}
`;
}
