import path from "node:path";
import * as z from "zod";
import { freePorts } from "@/scripts/testing/started";
import { type Peer, type Question, askJson, startProgram, versionOf } from "./peer";

const ROWS = 50;

/** The columns of its table of spans, without annotations, of which there are none. */
const ROW = `id spanKind name metadata statusCode statusMessage startTime latencyMs cumulativeTokenCountTotal spanId
  trace { id traceId costSummary { total { cost } } }
  input { value: truncatedValue } output { value: truncatedValue }`;
const LIST = `query List($id: ID!, $filter: String) { node(id: $id) { ... on Project {
  spans(first: ${ROWS}, sort: {col: startTime, dir: desc}, filterCondition: $filter) {
    edges { span: node { ${ROW} } cursor } pageInfo { endCursor hasNextPage } } } } }`;
const TRACE = `query Trace($id: ID!, $traceId: ID!) { node(id: $id) { ... on Project { trace(traceId: $traceId) {
  id numSpans latencyMs costSummary { prompt { cost } completion { cost } total { cost } }
  spans(first: 1000) { edges { span: node {
    id spanId name spanKind statusCode startTime endTime parentId latencyMs tokenCountTotal
    costSummary { total { cost } } } } } } } } }`;
const COUNT = `query Count($id: ID!) { node(id: $id) { ... on Project { recordCount } } }`;

const edges = z.object({ edges: z.array(z.unknown()) });
const projects = z.object({ data: z.array(z.object({ id: z.string() })) });
const counted = z.object({ data: z.object({ node: z.object({ recordCount: z.number() }) }) });
const listed = z.object({ data: z.object({ node: z.object({ spans: edges }) }) });
const traced = z.object({ data: z.object({ node: z.object({ trace: z.object({ spans: edges }) }) }) });

/** Starts Phoenix from a virtual environment, with its own database (SQLite). */
export async function startPhoenix(environment: string): Promise<Peer> {
  const [port = 0, grpcPort = 0] = await freePorts(2);
  const base = `http://127.0.0.1:${port}`;
  const server = await startProgram(`${base}/healthz`, (folder) => ({
    command: [path.join(environment, "bin/phoenix"), "serve"],
    environment: {
      HOME: folder,
      PHOENIX_WORKING_DIR: folder,
      PHOENIX_HOST: "127.0.0.1",
      PHOENIX_PORT: String(port),
      PHOENIX_GRPC_PORT: String(grpcPort),
      PHOENIX_TELEMETRY_ENABLED: "false",
      PHOENIX_ALLOW_EXTERNAL_RESOURCES: "false",
    },
  }));
  const id = projects.parse(JSON.parse(await askJson(`${base}/v1/projects`))).data[0]?.id;
  const graphql = (query: string, variables: object = {}) =>
    askJson(`${base}/graphql`, { query, variables: { id, ...variables } });
  const list = (filter: string): Question => ({
    ask: () => graphql(LIST, { filter }),
    countIn: (answer) => listed.parse(JSON.parse(answer)).data.node.spans.edges.length,
  });
  return {
    name: `Phoenix ${versionOf(environment, "arize-phoenix")}`,
    otlp: { address: `${base}/v1/traces`, headers: {} },
    visible: async () => counted.parse(JSON.parse(await graphql(COUNT))).data.node.recordCount,
    newest: list("parent_span is None"),
    trace: (traceId) => ({
      ask: () => graphql(TRACE, { traceId }),
      countIn: (answer) => traced.parse(JSON.parse(answer)).data.node.trace.spans.edges.length,
    }),
    search: (words) => list(`'${words}' in input.value or '${words}' in output.value`),
    stop: () => server.stop(),
  };
}
