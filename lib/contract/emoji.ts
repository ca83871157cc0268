const ONE_EMOJI = /^\p{RGI_Emoji}$/v;

/** Whether a text is what a reaction may hold: one emoji, as Unicode recommends them for general interchange. */
export function isOneEmoji(text: string): boolean {
  return ONE_EMOJI.test(text);
}
