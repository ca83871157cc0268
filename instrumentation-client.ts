import { setNonce } from "get-nonce";

// What `config({ jitless: true })` of zod sets, without zod in the first script. It must be set before the first schema
// is made: zod otherwise probes `Function("")`, which the CSP reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// The scroll lock of dialogs adds a <style>; it asks get-nonce for the page's nonce.
const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
if (nonce) setNonce(nonce);
