/** Host names of this machine, as URLs have them. */
export const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];
