const ONE_EMOJI = /^\p{RGI_Emoji}$/v;

/** Whether a text is valid for a reaction: one emoji that Unicode recommends for general interchange. */
export function isOneEmoji(text: string): boolean {
  return ONE_EMOJI.test(text);
}
