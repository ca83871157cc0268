import type { Locator, Page } from "@playwright/test";

/** Addresses of the things that a test of drafts has stored. */
export interface DraftPlaces {
  project: string;
  /** Of the object `prompt` with one version. */
  objectDigest: string;
  /** Of a table of one row, which is a dataset. */
  tableDigest: string;
  /** Of an experiment over this table. */
  experimentId: string;
}

/** A form with a draft. */
export interface DraftForm {
  name: string;
  /** The source file of the draft; `typed-text.test.ts` requires every such file here. */
  keptBy: string;
  /** Opens the form, on the page as it was opened or left. */
  open?: (page: Page) => Promise<void>;
  field: (page: Page) => Locator;
  /** Whether Escape and a click outside close it. */
  closes?: boolean;
  /** The text to type; a specific one if it must have a certain form. */
  typed?: string;
  /** Whether opening it is already a change. */
  opensDraft?: boolean;
  /** Discards the draft, if not with the button of that name. */
  discard?: (page: Page) => Locator;
}

/** A page with forms that have drafts. */
export interface DraftPage {
  name: string;
  path: (places: DraftPlaces) => string;
  forms: readonly DraftForm[];
}
