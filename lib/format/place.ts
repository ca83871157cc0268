/** A page to go to. */
export interface Place {
  href: string;
  label: string;
}
