/** The text color of each role's name. */
export const roleColors: Readonly<Record<string, string>> = {
  user: "text-accent-ink",
  assistant: "text-success",
  system: "text-muted",
  developer: "text-muted",
  tool: "text-running",
};
