/** Where an invitation is accepted. Its token is in the fragment, which browsers send to nobody: no log has it. */
export function invitationAddress(token: string): string {
  return `/sign-in/invitation#${token}`;
}
