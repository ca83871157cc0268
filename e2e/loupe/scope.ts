/**
 * Whether this run has everything (`npm run test:all`): the tests with the tag `@all`, more repetitions and more widths.
 */
export const isWhole = process.env.LOUPE_TEST_ALL === "1";
