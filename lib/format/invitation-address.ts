const INVITATION_PAGE = "/sign-in/invitation";

/** Where an invitation is accepted. Its token is in the fragment, which browsers send to nobody: no log has it. */
export function invitationAddress(token: string): string {
  return `${INVITATION_PAGE}#${token}`;
}
