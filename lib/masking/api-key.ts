import { type Matcher, NO_SPANS, type Span } from "./match";

/** A form of key; `isKey` says of what has this form whether it is one. */
interface Form {
  pattern: string;
  isKey?: (text: string) => boolean;
}

/** Words joined by dashes, as in names of styles, are no keys: a key has a long part with letters and digits. */
const hasLongPart = (text: string) => text.split("-").some((part) => part.length >= 16 && isMixed(part));
const isMixed = (text: string) => /\d/.test(text) && /[A-Za-z]/.test(text);

const FORMS: readonly Form[] = [
  { pattern: "sk-lf-[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}" }, // Langfuse
  // OpenAI, Anthropic, OpenRouter, DeepSeek and others
  { pattern: "sk-(?:[a-z]{2,8}\\d{0,2}-){0,3}[\\w-]{20,}", isKey: hasLongPart },
  { pattern: "AIza[\\w-]{35}" }, // Google
  { pattern: "ya29\\.[\\w-]{20,}" },
  { pattern: "GOCSPX-[\\w-]{28}" },
  { pattern: "A(?:KIA|SIA)[A-Z2-7]{16}(?![A-Z\\d])" }, // AWS
  { pattern: "gh[pousr]_[A-Za-z\\d]{36,}" }, // GitHub
  { pattern: "github_pat_\\w{60,}" },
  { pattern: "glpat-[\\w-]{20,}", isKey: isMixed }, // GitLab
  { pattern: "xox[a-z]-(?:\\d-)?[A-Za-z\\d-]{16,}", isKey: isMixed }, // Slack
  { pattern: "xapp-\\d-[A-Z\\d]+-\\d+-[\\da-f]{32,}" },
  { pattern: "hf_[A-Za-z\\d]{34,}" }, // Hugging Face
  { pattern: "[sr]k_(?:live|test)_[A-Za-z\\d]{16,}" }, // Stripe
  { pattern: "whsec_[A-Za-z\\d+/]{32,}={0,2}", isKey: isMixed },
  { pattern: "gsk_[A-Za-z\\d]{40,}" }, // Groq
  { pattern: "xai-[A-Za-z\\d]{60,}" },
  { pattern: "pplx-[A-Za-z\\d]{40,}" }, // Perplexity
  { pattern: "nvapi-[\\w-]{60,}" }, // NVIDIA
  { pattern: "r8_[A-Za-z\\d]{37,}" }, // Replicate
  { pattern: "lsv2_(?:pt|sk)_[\\da-f]{32}_[\\da-f]{10}" }, // LangSmith
  { pattern: "SG\\.[\\w-]{22}\\.[\\w-]{43}" }, // SendGrid
  { pattern: "npm_[A-Za-z\\d]{36}" },
  { pattern: "pypi-AgE[\\w-]{50,}" },
  { pattern: "lp_[\\da-f]{12}_[\\w-]{32}" }, // Loupe
  { pattern: "eyJ[\\w-]{8,}\\.[\\w-]*\\.[\\w-]+(?:\\.[\\w-]+){0,2}", isKey: isWebToken },
];

const TOKEN = "eyJ";
const TOKEN_PART = /[\w-]*/y;
const LETTER_OR_DIGIT = /[A-Za-z\d]/;

const FORM = new RegExp(`(?<![A-Za-z\\d])(?:${FORMS.map(({ pattern }) => `(${pattern})`).join("|")})`, "y");
const PRIVATE_KEY =
  /-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----((?:(?!-----)[A-Za-z0-9+/=\s\\:,.@()-]){32,})(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?/g;
const KEY_BLOCK = /[A-Za-z0-9+/=]{24,}/;

/** Names whose values are keys of providers whose keys have no form of their own, such as Azure's and AWS's secrets. */
const NAME = "(?:(?:api|access|secret|subscription|auth|account)[-_ ]?(?:key|token)|client[-_ ]?secret)";
const NAMED = new RegExp(`${NAME}["'\\\\]{0,3}\\s{0,3}[:=]\\s{0,3}["'\\\\]{0,3}(?<value>[\\w+/-]{32,}={0,2})`, "gi");
const IS_NAME = new RegExp(`${NAME}$`, "i");
const WHOLE_VALUE = /^[\w+/-]{32,}={0,2}$/;

/** Every form begins with one of these. */
const STARTS =
  "sk-|AIza|ya29\\.|GOCSPX|AKIA|ASIA|gh[pousr]_|github_pat_|glpat-|xox[a-z]-|xapp-|hf_|[sr]k_(?:live|test)_|whsec_|" +
  "gsk_|xai-|pplx-|nvapi-|r8_|lsv2_|SG\\.|npm_|pypi-|lp_[\\da-f]|eyJ";
const START = new RegExp(STARTS, "g");
const MARKS = new RegExp(`${STARTS}|PRIVATE KEY`);
const HAS_NAME = new RegExp(NAME, "i");

/** Keys of the large providers by their form or by the name before them, tokens (JWT), and private keys in PEM. */
export const apiKeyMatcher: Matcher = {
  numbers: false,
  shortest: 20,
  mayMatch: (text) => MARKS.test(text) || HAS_NAME.test(text),
  find(text, key) {
    if (key !== undefined && IS_NAME.test(key) && WHOLE_VALUE.test(text) && isMixed(text))
      return [{ start: 0, end: text.length }];
    const known = MARKS.test(text) ? [...formsIn(text), ...privateKeysIn(text)] : [];
    const spans = [...known, ...namedIn(text, known)];
    return spans.length === 0 ? NO_SPANS : spans;
  },
};

function* formsIn(text: string): Generator<Span> {
  let from = 0;
  let noTokenBefore = 0;
  for (const { 0: start, index } of text.matchAll(START)) {
    if (index < from || (start === TOKEN && index < noTokenBefore)) continue;
    FORM.lastIndex = index;
    const [found, ...groups] = FORM.exec(text) ?? [];
    if (found === undefined) {
      // What follows this part is no token, so none begins within it either: else each would be searched to its end.
      if (start === TOKEN && !LETTER_OR_DIGIT.test(text.charAt(index - 1))) noTokenBefore = endOfPart(text, index);
      continue;
    }
    from = index + found.length;
    const form = FORMS[groups.findIndex((group) => group !== undefined)];
    if (form?.isKey?.(found) ?? true) yield { start: index, end: from };
  }
}

function endOfPart(text: string, start: number): number {
  TOKEN_PART.lastIndex = start;
  TOKEN_PART.test(text);
  return TOKEN_PART.lastIndex;
}

function* privateKeysIn(text: string): Generator<Span> {
  for (const { 0: found, 1: body = "", index } of text.matchAll(PRIVATE_KEY))
    if (KEY_BLOCK.test(body)) yield { start: index, end: index + found.length };
}

/** Those that have no form of their own. */
function* namedIn(text: string, known: readonly Span[]): Generator<Span> {
  const starts = new Set(known.map(({ start }) => start));
  for (const { 0: found, groups, index } of text.matchAll(NAMED)) {
    const value = groups?.value ?? "";
    const [start, end] = [index + found.length - value.length, index + found.length];
    if (isMixed(value) && !starts.has(start)) yield { start, end };
  }
}

/** A JWT begins with a JSON object that names an algorithm (RFC 7515, 7516). */
function isWebToken(text: string): boolean {
  const [head = ""] = text.split(".", 1);
  try {
    const header: unknown = JSON.parse(atob(head.replaceAll("-", "+").replaceAll("_", "/")));
    return typeof header === "object" && header !== null && "alg" in header;
  } catch {
    return false;
  }
}
