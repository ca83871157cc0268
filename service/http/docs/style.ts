/** The page's only style, in the dashboard's colors; the policy of the page names it by its hash. */
export const STYLE = `
:root { color-scheme: light dark;
  --page: oklch(0.992 0.002 75); --raised: oklch(0.974 0.003 75); --line: oklch(0.915 0.004 75);
  --muted: oklch(0.5 0.009 75); --ink: oklch(0.23 0.008 75); --accent-ink: oklch(0.49 0.098 70);
  --accent-ring: oklch(0.62 0.122 72); --success: oklch(0.5 0.1 175); --running: oklch(0.52 0.16 255); }
@media (prefers-color-scheme: dark) { :root {
  --page: oklch(0.178 0.004 75); --raised: oklch(0.208 0.005 75); --line: oklch(0.28 0.006 75);
  --muted: oklch(0.71 0.01 75); --ink: oklch(0.94 0.006 75); --accent-ink: oklch(0.82 0.11 82);
  --accent-ring: oklch(0.77 0.125 80); --success: oklch(0.78 0.11 172); --running: oklch(0.75 0.12 250); } }
* { box-sizing: border-box; }
html { scroll-padding-top: 16px; }
body { margin: 0; display: grid; grid-template-columns: 248px minmax(0, 1fr); background: var(--page);
  color: var(--ink); font: 14px/1.55 "Inter Variable", Inter, system-ui, sans-serif; }
code, pre, .type, .method { font-family: "JetBrains Mono Variable", ui-monospace, Menlo, Consolas, monospace; }
code, pre, .type { font-size: 12.5px; overflow-wrap: anywhere; }
a { color: var(--accent-ink); text-decoration: none; }
a:hover, main p a, main li a { text-decoration: underline; text-underline-offset: 2px; }
:focus-visible { outline: 2px solid var(--accent-ring); outline-offset: 2px; border-radius: 2px; }
.skip { position: absolute; left: -9999px; }
.skip:focus { left: 16px; top: 8px; z-index: 1; padding: 4px 8px; background: var(--page); }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 20px 16px 32px 20px;
  border-right: 1px solid var(--line); font-size: 13px; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: block; padding: 2px 0; color: var(--muted); }
nav .brand { margin: 0 0 12px; font-size: 15px; font-weight: 600; }
nav .brand a { color: var(--ink); }
nav .resource { margin-top: 16px; }
nav .resource > a { color: var(--ink); font-weight: 600; }
nav .resource li a { font: 12px/1.6 "JetBrains Mono Variable", ui-monospace, Menlo, Consolas, monospace; }
small { font-size: 12px; font-weight: 400; color: var(--muted); }
main { max-width: 960px; padding: 24px 40px 96px; }
h1 { margin: 0 0 12px; font-size: 24px; line-height: 32px; font-weight: 600; }
h2 { margin: 48px 0 12px; font-size: 19px; line-height: 28px; font-weight: 600; }
h3 { margin: 0 0 4px; font-size: 15px; line-height: 24px; font-weight: 600; }
h3 code { font-size: 15px; }
h3 a { color: inherit; }
h4 { margin: 20px 0 6px; font-size: 13px; font-weight: 600; }
p { margin: 0 0 8px; }
main > p, main > ul { max-width: 72ch; }
.endpoint { padding: 24px 0; border-top: 1px solid var(--line); }
.method { font-size: 12px; color: var(--success); }
.facts, .errors { display: flex; flex-wrap: wrap; gap: 2px 16px; margin: 0; padding: 0; list-style: none;
  color: var(--muted); }
.facts { margin-bottom: 4px; }
.facts b { color: var(--ink); font-weight: 500; }
.errors { font-size: 13px; }
table { width: 100%; border-collapse: collapse; font-size: 13px; }
th { text-align: left; font-size: 12px; font-weight: 400; color: var(--muted); }
th, td { padding: 5px 16px 5px 0; vertical-align: top; border-bottom: 1px solid var(--line); }
.fields { table-layout: fixed; }
.fields th:nth-child(1) { width: 36%; }
.fields th:nth-child(2) { width: 30%; }
.codes th:nth-child(1) { width: 26%; }
.codes th:nth-child(2) { width: 10%; }
table + h3 { margin-top: 24px; }
td.type, p.type { color: var(--running); }
td.type a, p.type a { text-decoration: underline; text-underline-offset: 2px; color: inherit; }
td b { font-weight: 500; }
td i { font-style: normal; color: var(--muted); }
td span { color: var(--muted); }
td span + span::before, td b + span::before, td i + span::before { content: "· "; }
pre { margin: 0; padding: 12px; overflow-x: auto; border-radius: 6px; background: var(--raised);
  border: 1px solid var(--line); line-height: 1.55; }
pre code { overflow-wrap: normal; }
pre + p { margin-top: 12px; }
@media (max-width: 800px) {
  body { display: block; font-size: 15px; }
  nav { position: static; height: auto; padding: 16px; border-right: 0; border-bottom: 1px solid var(--line); }
  nav > ul { display: flex; flex-wrap: wrap; gap: 0 16px; }
  nav .resource { display: inline-block; margin: 0 16px 0 0; }
  nav .resource ul { display: none; }
  nav a { padding: 6px 0; display: inline-block; }
  nav .resource > a { font-weight: 400; }
  main { padding: 16px 16px 64px; }
  .fields thead { display: none; }
  .fields tr { display: block; padding: 8px 0; border-bottom: 1px solid var(--line); }
  .fields td { display: block; padding: 0; border: 0; }
  .fields td:first-child code { font-weight: 600; }
}
@media print { nav { display: none; } body { display: block; } }
`;
