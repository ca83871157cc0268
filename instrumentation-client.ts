import { setNonce } from "get-nonce";
import { config } from "zod/v4/core";

// Must run before the first schema: zod otherwise probes `Function("")`, which the CSP reports.
config({ jitless: true });

// The scroll lock of dialogs adds a <style>; it asks get-nonce for the page's nonce.
const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
if (nonce) setNonce(nonce);
