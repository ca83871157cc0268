import { shellWord } from "./shell-word";

/** The version that a program reads, and the service that has it. */
export interface ReadVersion {
  serviceUrl: string;
  projectId: string;
  name: string;
  /** A digest, `latest` or a label. */
  digest: string;
}

/** A shell command that reads a version; the key is in `LOUPE_API_KEY`. */
export function readWithCurl(read: ReadVersion): string {
  return `curl --fail-with-body ${shellWord(addressOf(read))} -u "api:$LOUPE_API_KEY" \\
  -H 'content-type: application/json' \\
  -d ${shellWord(JSON.stringify(bodyOf(read)))}`;
}

/** A Python program that reads the value of a version again only if it has changed; needs no package. */
export function readWithPython(read: ReadVersion): string {
  return `import json
import os
from urllib.error import HTTPError
from urllib.request import Request, urlopen

last = {}


def read_value():
    headers = {
        "authorization": "Bearer " + os.environ["LOUPE_API_KEY"],
        "content-type": "application/json",
        "if-none-match": last.get("etag", '""'),
    }
    body = json.dumps({
${fieldsOf(read, (field) => `        "${field}": `)}
    })
    request = Request(${JSON.stringify(addressOf(read))}, body.encode(), headers)
    try:
        with urlopen(request, timeout=10) as response:
            last.update(etag=response.headers["etag"], value=json.load(response)["obj"]["val"])
    except HTTPError as error:
        if error.code != 304:  # 304: the value is still the same
            raise
    return last["value"]


print(read_value())`;
}

/** The same program in TypeScript, for Node.js and other runtimes with `fetch`. */
export function readWithTypeScript(read: ReadVersion): string {
  return `let last: { etag: string; value: unknown } | undefined;

async function readValue(): Promise<unknown> {
  const response = await fetch(${JSON.stringify(addressOf(read))}, {
    method: "POST",
    headers: {
      authorization: \`Bearer \${process.env.LOUPE_API_KEY}\`,
      "content-type": "application/json",
      "if-none-match": last?.etag ?? '""',
    },
    body: JSON.stringify({
${fieldsOf(read, (field) => `      ${field}: `)}
    }),
  });
  // 304: the value is still the same
  if (response.status === 304 && last) return last.value;
  if (!response.ok) throw new Error(await response.text());
  last = { etag: response.headers.get("etag") ?? "", value: (await response.json()).obj.val };
  return last.value;
}

console.log(await readValue());`;
}

const addressOf = ({ serviceUrl }: ReadVersion) => `${serviceUrl}/obj/read`;

const bodyOf = ({ projectId, name, digest }: ReadVersion) => ({ project_id: projectId, object_id: name, digest });

/** The fields of the body, a line each; a JSON string is a literal of both languages. */
function fieldsOf(read: ReadVersion, start: (field: string) => string): string {
  return Object.entries(bodyOf(read))
    .map(([field, value]) => `${start(field)}${JSON.stringify(value)},`)
    .join("\n");
}
