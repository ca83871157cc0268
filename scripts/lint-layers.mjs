// The import table of docs/architecture.md as an oxlint plugin: checked on resolved paths, not on specifier text.
import path from "node:path";
import { addresses } from "./lint-addresses.mjs";

const PURE = [
  "lib/json",
  "lib/contract",
  "lib/format",
  "lib/filter",
  "lib/feedback",
  "lib/trace",
  "lib/trace-text",
  "lib/cost",
  "lib/live",
  "lib/table",
  "lib/training",
  "lib/chat",
  "lib/playground",
  "lib/prompt",
  "lib/dashboard",
  "lib/experiment",
  "lib/scorer",
  "lib/network",
  "lib/limit",
  "lib/masking",
];

/** The rooms of the service, from the top down: each may import those below it. */
const ROOMS = [
  "service/processes",
  "service/http",
  "service/background",
  "service/telemetry",
  "service/people",
  "service/inference",
  "service/masking",
  "service/costs",
  "service/limits",
  "service/ingest",
  "service/secrets",
  "service/store",
];
const below = (room) => ROOMS.slice(ROOMS.indexOf(room) + 1);

/** [folder, folders it may import besides itself]; the first row that contains the file applies. */
const LAYERS = [
  ["lib/json", []],
  ["lib/contract", ["lib/json"]],
  ["lib/format", PURE],
  ["lib/filter", PURE],
  ["lib/feedback", PURE],
  ["lib/trace", PURE],
  ["lib/trace-text", PURE],
  ["lib/cost", PURE],
  ["lib/live", PURE],
  ["lib/table", PURE],
  ["lib/training", PURE],
  ["lib/chat", PURE],
  ["lib/playground", PURE.filter((folder) => folder !== "lib/prompt")],
  ["lib/prompt", PURE],
  ["lib/dashboard", PURE],
  ["lib/experiment", PURE],
  ["lib/scorer", PURE],
  ["lib/network", PURE],
  ["lib/limit", []],
  ["lib/masking", PURE],
  ["lib/client", PURE],
  ["lib/queries", [...PURE, "lib/client"]],
  ["lib/auth", [...PURE, "lib/client"]],
  ["components/ui", [...PURE]],
  [
    "components/:self",
    [
      "components/ui",
      "components/data-table",
      "components/json",
      "components/charts",
      "components/undo",
      "components/conversation",
      "components/parameters",
      "components/pickers",
      ...PURE,
      "lib/client",
      "lib/queries",
    ],
  ],
  ["app", ["components", "lib"]],
  ["cli", [...PURE, "lib/client", "lib/queries"]],
  ["service/store", ["lib/contract", "lib/json", "lib/masking", "lib/limit"]],
  ["service/ingest", ["service/store", ...PURE]],
  ["service/secrets", ["service/store/start-error", ...PURE]],
  ["service/inference", ["service/store", "service/ingest", "service/secrets", ...PURE]],
  ["service/background/alerts", ["service/store", "service/secrets", "service/background/leases", ...PURE]],
  ["service/background/leases", ["service/store", ...PURE]],
  ["service/background/training", ["service/store", "service/background/leases", "service/secrets", ...PURE]],
  ["service/people/keys", ["service/store", ...PURE]],
  ["service/http/docs", PURE],
  ["service/http/mcp", ["service/http", ...below("service/http"), "lib/client", "lib/queries", ...PURE]],
];
const ROOM_ROWS = ROOMS.map((room) => [room, [...below(room), ...PURE]]);
/** Tests of a room may start the whole service. */
const OF_TESTS = ["service", ["service", ...PURE]];
/** Where a package may be imported. The benchmarks compare the store with their own statements. */
const ONLY_IN = {
  pg: ["service/store", "bench/bare-statements.ts"],
  "node-pg-migrate": ["service/store"],
};

const inside = (file, folder) => file === folder || file.startsWith(`${folder}/`);
const isTest = (file) => /\/(test-[^/]+|[^/]+\.test|testing\/.+)\.ts$/.test(file);

function rowOf(file) {
  const find = (rows) => rows.find(([folder]) => inside(file, folder === "components/:self" ? "components" : folder));
  return find(LAYERS) ?? (isTest(file) ? find([OF_TESTS]) : find(ROOM_ROWS));
}

function targetOf(specifier, file) {
  if (specifier.startsWith("@/")) return specifier.slice(2);
  if (specifier.startsWith(".")) return path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier));
  return undefined;
}

const layers = {
  create(context) {
    const file = path.relative(context.cwd, context.filename).replaceAll("\\", "/");
    const check = (node) => {
      const specifier = node.source?.value;
      if (typeof specifier !== "string") return;
      const owned = Object.keys(ONLY_IN).find((name) => inside(specifier, name));
      if (owned && !ONLY_IN[owned].some((place) => inside(file, place)))
        context.report({ node, message: `only ${ONLY_IN[owned].join(" and ")} may import ${owned}` });
      const row = rowOf(file);
      const target = targetOf(specifier, file);
      if (!row || !target) return;
      const self = row[0] === "components/:self" ? file.split("/").slice(0, 2).join("/") : row[0];
      if (inside(target, self) || row[1].some((folder) => inside(target, folder))) return;
      context.report({ node, message: `${self} may not import ${target}` });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};

export default { meta: { name: "loupe" }, rules: { addresses, layers } };
