import type { Run } from "../context";

export const run: Run = () => Promise.resolve(1);
