/** Why a sign-in was refused; travels as the `error` of next-auth's answer. */
export const SIGN_IN_ERRORS = ["wrong_key", "wrong_token", "expired_code", "unknown_service", "service_down"] as const;
export type SignInError = (typeof SIGN_IN_ERRORS)[number];
