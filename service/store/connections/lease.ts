/** After this long without a renewal a process is considered dead, and another may claim what it held. */
export const LEASE_SECONDS = 15;
