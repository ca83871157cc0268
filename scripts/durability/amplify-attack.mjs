// For tests: sends the requests in a folder again and again, some at once, until this process is asked to stop with a
// line on its standard input; then prints what came of them as JSON.
// Usage: node amplify-attack.mjs ADDRESS AT_ONCE FOLDER
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, request as httpRequest } from "node:http";
import os from "node:os";
import path from "node:path";

// An attacker is on another machine, and takes no processor from those that answer.
os.setPriority(os.constants.priority.PRIORITY_LOW);

const [address, atOnce, folder] = process.argv.slice(2);
const requests = JSON.parse(readFileSync(path.join(folder, "requests.json"), "utf8"));
const agent = new Agent({ keepAlive: true });
const wrong = new Set();
let sent = 0;
let isStopping = false;

async function send({ file, path: place, key }) {
  const body = readFileSync(path.join(folder, file));
  const headers = {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    "content-length": body.length,
  };
  const asked = httpRequest(`${address}${place}`, { method: "POST", agent, headers });
  asked.end(body);
  const [answer] = await once(asked, "response");
  answer.resume();
  await once(answer, "end");
  return answer.statusCode;
}

async function repeat() {
  while (!isStopping) {
    const next = requests[sent % requests.length];
    sent += 1;
    const status = await send(next).catch(String);
    if (typeof status === "string" || status >= 500) wrong.add(`${next.role} ${next.path} ${next.kind}: ${status}`);
  }
}

const attack = Promise.all(Array.from({ length: Number(atOnce) }, repeat));
console.log("attacking");
process.stdin.once("data", () => (isStopping = true));
await attack;
console.log(JSON.stringify({ sent, wrong: [...wrong] }));
process.exit();
