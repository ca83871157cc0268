/** Marks a cost that clients state in whole or in part; the title of the element has who does. */
export const statedClass = "underline decoration-dotted decoration-faint underline-offset-3";
