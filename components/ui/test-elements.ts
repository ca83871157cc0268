/** For tests: the elements of a role, found by attribute. `getAllByRole` takes seconds among some hundreds of them. */
export function elements(role: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`[role=${role}]`)];
}

/** For tests: the first element of a role that contains a text; throws where there is none. */
export function element(role: string, text: string): HTMLElement {
  const found = elements(role).find(({ textContent }) => textContent.includes(text));
  if (!found) throw new Error(`No ${role} contains "${text}"`);
  return found;
}
