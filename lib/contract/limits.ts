// Every bound the service keeps, one constant each; the API reference shows them (design: "Limits").

const KIB = 1024;
const MIB = 1024 * KIB;

/** Largest JSON request body, bytes. */
export const BODY_BYTES = 32 * MIB;
/** Largest body of a training job, bytes, unpacked or not. */
export const TRAINING_BYTES = 256 * MIB;
/** Largest single trajectory, and most of a training job's body that is not in a trajectory, bytes. */
export const TRAJECTORY_BYTES = 32 * MIB;
/** Most groups in one training job, and most trajectories in all of them. */
export const TRAINING_GROUPS = 100_000;
export const TRAINING_TRAJECTORIES = 1_000_000;
/** Failing fields within one list that are named; the items after them are not checked. */
export const LIST_ERRORS = 1000;
/** Longest `experimental_config` of a training job, characters. */
export const TRAINING_CONFIG_CHARS = 32 * KIB;
/** Failing fields that the refusal of a training job names; when it has so many, no more are looked for. */
export const TRAINING_ERRORS = 1000;
/** Calls that one training job is linked to. */
export const TRAINING_CALLS = 100_000;
/** Most training jobs, models, checkpoints or groups of a job in one answer. */
export const JOBS_PER_PAGE = 1000;
/** Most events of a training job in one answer. */
export const EVENTS_PER_PAGE = 1000;
/** Longest event of a training job, bytes; longer events are cut. */
export const TRAINING_EVENT_BYTES = 64 * KIB;
/** What is kept of one training job's log, of its other events, bytes, and of its checkpoints. */
export const TRAINING_LOG_BYTES = 64 * MIB;
export const TRAINING_EVENTS_BYTES = 256 * MIB;
export const TRAINING_CHECKPOINTS = 10_000;
/** Most that a training job's program may write to its output, bytes: it lies on the disk until the job has ended. */
export const TRAINING_OUTPUT_BYTES = 4096 * MIB;
/** Largest OTLP request as sent (possibly gzip), bytes. */
export const OTLP_PACKED_BYTES = 20 * MIB;
/** Largest OTLP request after decompression, bytes. */
export const OTLP_UNPACKED_BYTES = 64 * MIB;
/** Most spans in one OTLP request; their scopes and resources count too. */
export const OTLP_SPANS = 100_000;
/** Most parts of any kind in one OTLP request: attributes, values, events, links. */
export const OTLP_PARTS = 4_000_000;
/** Attributes read of one span; the rest are counted as not kept. */
export const OTLP_ATTRIBUTES = 1024;
/** Events, and links, read of one span; the rest are counted as not kept. */
export const OTLP_EVENTS = 512;
/** Deepest nesting of one OTLP attribute's value. */
export const OTLP_VALUE_DEPTH = 32;
/** Longest exception, and string kept among a span's raw attributes, characters; inputs and outputs are kept whole. */
export const OTLP_RAW_VALUE_CHARS = 256 * KIB;
export { JSON_DEPTH } from "@/lib/json/depth";
/** Deepest nesting of operators in a query expression. */
export const EXPRESSION_DEPTH = 32;
/** Most operators, literals and fields in one query expression. */
export const EXPRESSION_OPERATORS = 10_000;
/** Most fields in one `sort_by`. */
export const SORT_FIELDS = 32;
/** Longest id, name, type or ref, characters. */
export const NAME_CHARS = 1024;
/** Most items in one `/call/upsert_batch`: more than fit into the largest batch that an SDK sends. */
export const BATCH_ITEMS = 100_000;
/** Most calls named in one `/calls/delete`. */
export const CALLS_PER_DELETE = 10_000;
/** Most buckets of time in one `/calls/stats` or `/feedback/query_stats`. */
export const STATS_BUCKETS = 1000;
/** Most buckets of groups in one `/calls/stats` or `/feedback/query_stats`. */
export const STATS_ROWS = 50_000;
/** Most values of one field that `/calls/facets` counts. */
export const FACET_VALUES = 100;
/** Most models that `/calls/models` lists: more than there are colours for. */
export const MODELS_ORDERED = 100;
/** Values of one feedback type that `/feedback/query_stats` tells apart. */
export const FEEDBACK_VALUES = 50;
/** Different numbers of one feedback type that `/feedback/query_stats` tells apart; more are counted in ranges. */
export const FEEDBACK_NUMBERS = 7;
/** How many ranges those are about; one more at each end holds what is far from all others. */
export const FEEDBACK_RANGES = 5;
/** Characters of an input or output preview in a list row. */
export const PREVIEW_CHARS = 300;
/** Statements of one key that wait for the database at once, in each of its pools; those beyond are refused. */
export const QUEUED_STATEMENTS_PER_KEY = 1024;
/** Statements that wait for the database at once, over all keys, in each pool. */
export const QUEUED_STATEMENTS = 4096;
/** Longest wait for the database, or for room for a request body, milliseconds. */
export const QUEUE_WAIT_MS = 20_000;
/** Longest that one statement of a read may run, milliseconds: of a page, and of a list without a limit. */
export const READ_STATEMENT_MS = 15_000;
export const EXPORT_STATEMENT_MS = 120_000;
/** Most project patterns that one key has a role on. */
export const KEY_ROLES = 100;
/** Bytes of request bodies that the service holds at once, over all keys; those beyond wait. */
export const BODIES_HELD_BYTES = 256 * MIB;
/** Bytes of request bodies that one key holds at once, beside one body that may exceed them; those beyond wait. */
export const KEY_BODIES_HELD_BYTES = 64 * MIB;
/** What an open request counts for among the bytes of bodies, beside its body. */
export const OPEN_REQUEST_BYTES = 16 * KIB;
/** Requests of one key that wait for room for their bodies; those beyond are refused. */
export const WAITING_BODIES_PER_KEY = 1024;
/** Longest that a request body may pause, milliseconds. */
export const BODY_IDLE_MS = 15_000;
/** Slowest that a request body may arrive after that time, on average, bytes a second. */
export const BODY_BYTES_PER_SECOND = 4 * KIB;
/** Refused items kept with their reason, per project. */
export const REFUSALS_KEPT = 1000;
/** Most rows one purge removes. */
export const PURGE_ROWS = 10_000;
/** Most prices in one `/cost/create`. */
export const COSTS_PER_REQUEST = 1000;
/** Most models of a project that statistics price; the calls of any beyond count as unpriced. */
export const PRICED_MODELS = 10_000;
/** Highest price of one token, in its currency. */
export const PRICE_MAX = 1_000_000;
/** Most refs in one `/refs/read_batch`. */
export const REFS_PER_BATCH = 1000;
/** Most steps in one `/table/update`. */
export const TABLE_UPDATES = 100_000;
/** Most versions that one `/obj/delete` names. */
export const DELETED_DIGESTS = 1000;
/** Characters of a string that a table's sort compares; strings alike that far keep the table's order. */
export const SORT_TEXT_CHARS = 256;
/** Rows of a table that a profile reads, spread evenly over it. */
export const PROFILE_ROWS = 10_000;
/** Bytes of rows after which a profile reads no more. */
export const PROFILE_BYTES = 32 * MIB;
/** Columns that a profile answers. */
export const PROFILE_COLUMNS = 256;
/** Most rows in one answer of `/table/diff`. */
export const TABLE_DIFF_ROWS = 1000;
/** Bytes of rows after which one answer of `/table/diff` ends. */
export const TABLE_DIFF_BYTES = 16 * MIB;
/** Most classes that `/objs/query_stats` tells apart. */
export const OBJECT_CLASSES = 1000;
/** Longest that connecting to a model server may take, milliseconds. */
export const UPSTREAM_CONNECT_MS = 5_000;
/** Longest wait for the first token of an answer, or for the whole of one that is not streamed, milliseconds. */
export const FIRST_TOKEN_MS = 10 * 60_000;
/** Longest silence within an answer that has begun, milliseconds. */
export const ANSWER_IDLE_MS = 2 * 60_000;
/** Bytes of one answer that are recorded; the caller gets all of it. */
export const RECORDED_ANSWER_BYTES = 32 * MIB;
/** Bytes of requests and answers that wait to be recorded; what comes beyond is not recorded, and counted. */
export const RECORDS_HELD_BYTES = 128 * MIB;
/** What the completions of one key may hold of that. */
export const KEY_RECORDS_HELD_BYTES = 64 * MIB;
