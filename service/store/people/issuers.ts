/** Issuer of the people who were invited without a sign-in provider; theirs is the key that they got for it. */
export const INVITED = "invitation";
