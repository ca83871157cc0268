/** Characters of a digest that name its file: as many as IDs of media have. */
const DIGEST_CHARS = 22;

/**
 * The parts of a text that may be the digest of a file, or its beginning as Langfuse's IDs of media write it, as a
 * subquery with the column `digest`, cut to `DIGEST_CHARS`.
 */
export const digestsIn = (text: string) => `
  select distinct left(replace(replace(token[1], '-', 'X'), '_', 'Y'), ${DIGEST_CHARS}) as digest
  from regexp_matches(${text}, '(?:^|[^0-9A-Za-z_-])([0-9A-Za-z_-]{22,43})(?![0-9A-Za-z_-])', 'g') as tokens (token)`;

export const shortDigest = (digest: string) => `left(${digest}, ${DIGEST_CHARS})`;
