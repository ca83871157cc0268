import { fail } from "./fail.mjs";

const WANTED = [20, 19];

export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > WANTED[0] || (major === WANTED[0] && minor >= WANTED[1])) return;
  fail(`Node ${WANTED.join(".")} or newer is required; found ${process.versions.node}`);
}
