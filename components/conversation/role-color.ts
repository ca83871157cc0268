const colors: Readonly<Record<string, string>> = {
  user: "text-accent-ink",
  assistant: "text-success",
  tool: "text-running",
};

/** The color of a role's name, the same as where conversations are read. */
export function roleColor(role: string): string {
  return colors[role] ?? "text-muted";
}
