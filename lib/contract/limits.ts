// Every limit of the service, one constant each; the API reference shows them (design: "Limits").

const KIB = 1024;
const MIB = 1024 * KIB;

/** Largest JSON request body, bytes. */
export const BODY_BYTES = 32 * MIB;
/** Of a request without a key. */
export const OPEN_BODY_BYTES = 64 * KIB;
/** Largest body of a training job, bytes, both compressed and decompressed. */
export const TRAINING_BYTES = 256 * MIB;
/** Largest single trajectory, and largest part of a training job's body outside its trajectories, bytes. */
export const TRAJECTORY_BYTES = 32 * MIB;
/** Maximum number of groups in one training job, and of trajectories in total of them. */
export const TRAINING_GROUPS = 100_000;
export const TRAINING_TRAJECTORIES = 1_000_000;
/** Invalid fields within one list that are reported; the items after them are not checked. */
export const LIST_ERRORS = 1000;
/** Longest `experimental_config` of a training job, characters. */
export const TRAINING_CONFIG_CHARS = 32 * KIB;
/** Invalid fields of a training job that are reported; checking stops there. */
export const TRAINING_ERRORS = 1000;
/** Calls that one training job is linked to. */
export const TRAINING_CALLS = 100_000;
/** Maximum number of training jobs, models, checkpoints or groups of a job in one response. */
export const JOBS_PER_PAGE = 1000;
/** Maximum number of events of a training job in one response. */
export const EVENTS_PER_PAGE = 1000;
/** Longest event of a training job, bytes; longer events are truncated. */
export const TRAINING_EVENT_BYTES = 64 * KIB;
/** Stored part of one training job's log and of its other events, bytes, and number of its stored checkpoints. */
export const TRAINING_LOG_BYTES = 64 * MIB;
export const TRAINING_EVENTS_BYTES = 256 * MIB;
export const TRAINING_CHECKPOINTS = 10_000;
/** Maximum output of a training job's program, bytes; it stays on disk until the job has ended. */
export const TRAINING_OUTPUT_BYTES = 4096 * MIB;
/** Longest comment, and longest passage quoted by a comment, characters. */
export const COMMENT_CHARS = 64 * KIB;
export const QUOTE_CHARS = 2000;
/** Largest OTLP request as sent (possibly compressed), bytes. */
export const OTLP_PACKED_BYTES = 20 * MIB;
/** Largest OTLP request after decompression, bytes. */
export const OTLP_UNPACKED_BYTES = 64 * MIB;
/** Maximum number of spans in one OTLP request; their scopes and resources count too. */
export const OTLP_SPANS = 100_000;
/** Maximum number of parts of any kind in one OTLP request: attributes, values, events, links. */
export const OTLP_PARTS = 4_000_000;
/** Attributes of one span that its call keeps as they were sent, once all of them were read; the others are counted. */
export const OTLP_ATTRIBUTES = 20_000;
/** Events, and links, of one span that its call keeps as they were sent, likewise. */
export const OTLP_EVENTS = 10_000;
/** Log records of spans that are kept of a project, to be joined with spans that arrive later or again: the newest. */
export const SPAN_RECORDS_KEPT = 10_000;
/** Minutes for which such a log record is kept. */
export const SPAN_RECORD_MINUTES = 60;
/** Deepest nesting of one OTLP attribute's value. */
export const OTLP_VALUE_DEPTH = 32;
/**
 * Longest exception, and longest string stored among a span's raw attributes, characters; inputs and outputs are stored
 * whole.
 */
export const OTLP_RAW_VALUE_CHARS = 256 * KIB;
export { JSON_DEPTH } from "@/lib/json/depth";
/** Deepest nesting of operators in a query expression. */
export const EXPRESSION_DEPTH = 32;
/** Maximum number of operators, literals and fields in one query expression. */
export const EXPRESSION_OPERATORS = 10_000;
/** Maximum number of relations (`$related`) in one query expression: each reads the calls of whole traces. */
export const EXPRESSION_RELATIONS = 16;
/** Maximum number of fields in one `sort_by`. */
export const SORT_FIELDS = 32;
/** Longest id, name, type or ref, characters. */
export const NAME_CHARS = 1024;
/** Most bytes, in UTF-8, that the project, ID, trace, parent and op of one call have together: indexes contain them. */
export const CALL_NAMES_BYTES = 1500;
/** Maximum number of items in one `/call/upsert_batch`: more than fit into the largest batch that an SDK sends. */
export const BATCH_ITEMS = 100_000;
/** Maximum number of calls named in one `/calls/delete`. */
export const CALLS_PER_DELETE = 10_000;
/** Maximum number of time buckets in one `/calls/stats` or `/feedback/query_stats`. */
export const STATS_BUCKETS = 1000;
/** Maximum number of group buckets in one `/calls/stats` or `/feedback/query_stats`. */
export const STATS_ROWS = 50_000;
/** Maximum number of fields that one `/calls/stats` groups by. */
export const GROUP_FIELDS = 4;
/** Maximum number of groups that one `/calls/stats` counts separately if asked to count the others together. */
export const STATS_GROUPS = 100;
/** Projects that are counted by one request. */
export const PROJECTS_COUNTED = 25;
/** Maximum number of values of one field that `/calls/facets` counts. */
export const FACET_VALUES = 100;
/** Maximum number of fields in one `/calls/facets`. */
export const FACET_FIELDS = 32;
/** Maximum number of models that `/calls/models` lists: more than there are colors for. */
export const MODELS_ORDERED = 100;
/** Values of one feedback type that `/feedback/query_stats` counts separately. */
export const FEEDBACK_VALUES = 50;
/**
 * Different numbers of one feedback type that `/feedback/query_stats` counts separately; more are counted in ranges.
 */
export const FEEDBACK_NUMBERS = 7;
/** Approximate number of those ranges; one more at each end contains outliers. */
export const FEEDBACK_RANGES = 5;
/** Values of each side that `/feedback/compare` counts separately, the most frequent. */
export const COMPARED_VALUES = 50;
/** Pairs of numbers that `/feedback/compare` returns one by one. */
export const COMPARED_POINTS = 1000;
/** Maximum number of different feedback values that one list of calls is filtered and sorted by. */
export const FEEDBACK_FIELDS = 32;
/** Feedback records that a thread in a list has, the newest of all on its calls. */
export const THREAD_FEEDBACK = 1000;
/** Characters of an input or output preview in a list row. */
export const PREVIEW_CHARS = 300;
/** Statements of one key that may wait for the database at once, in each of its pools; further ones are rejected. */
export const QUEUED_STATEMENTS_PER_KEY = 1024;
/** Statements that may wait for the database at once, over all keys, in each pool. */
export const QUEUED_STATEMENTS = 4096;
/** Longest wait for the database, or for memory for a request body, milliseconds. */
export const QUEUE_WAIT_MS = 20_000;
/** Longest time that one read statement may run, milliseconds: of a page, and of an unlimited list. */
export const READ_STATEMENT_MS = 15_000;
export const EXPORT_STATEMENT_MS = 120_000;
/** Maximum number of project patterns in one key's roles. */
export const KEY_ROLES = 100;
/** Longest time for which an invitation can be used, days, and longest note on it, characters. */
export const INVITATION_DAYS = 30;
export const NOTE_CHARS = 500;
/** Names of people in one request or answer. */
export const PEOPLE_NAMES = 1000;
/** People in one answer that have their picture in it. */
export const PEOPLE_PICTURES = 100;
/** Largest picture of a person. */
export const PICTURE_BYTES = 32 * 1024;
/** Largest width and height of a picture of a person. */
export const PICTURE_PIXELS = 1024;
/** Bytes of request bodies in memory at once, over all keys; further ones wait. */
export const BODIES_HELD_BYTES = 256 * MIB;
/** Bytes of request bodies of one key in memory at once, except that one body may exceed this; further ones wait. */
export const KEY_BODIES_HELD_BYTES = 64 * MIB;
/** Bytes that an open request counts in addition to its body. */
export const OPEN_REQUEST_BYTES = 16 * KIB;
/** Requests of one key that may wait for memory for their bodies; further ones are rejected. */
export const WAITING_BODIES_PER_KEY = 1024;
/** Longest pause in a request body, milliseconds. */
export const BODY_IDLE_MS = 15_000;
/** Minimum average rate of a request body after that time, bytes per second. */
export const BODY_BYTES_PER_SECOND = 4 * KIB;
/** Rejected items stored with their reason, per project. */
export const REFUSALS_KEPT = 1000;
/** Maximum number of rows that one purge removes. */
export const PURGE_ROWS = 10_000;
/** Maximum number of prices in one `/cost/create`. */
export const COSTS_PER_REQUEST = 1000;
/** Maximum number of models of a project that statistics price; calls of further models count as unpriced. */
export const PRICED_MODELS = 10_000;
/** Number of tiers of one price. */
export const PRICE_TIERS = 30;
/** Highest price of one token, in its currency. */
export const PRICE_MAX = 1_000_000;
/** Highest cost of a call that a client may state, in USD; a higher one is ignored. */
export const STATED_COST_MAX = 1_000_000_000;
/** Maximum number of refs in one `/refs/read_batch`. */
export const REFS_PER_BATCH = 1000;
/** Bytes of the values that one `/refs/read_batch` reads, and returns. */
export const REFS_BYTES = 64 * MIB;
/** Maximum number of steps in one `/table/update`. */
export const TABLE_UPDATES = 100_000;
/** Maximum number of versions that one `/obj/delete` names. */
export const DELETED_DIGESTS = 1000;
/** Characters of a string that a table's sort compares; strings that are equal up to there keep the table's order. */
export const SORT_TEXT_CHARS = 256;
/** Rows of a table that a profile reads, distributed evenly over the table. */
export const PROFILE_ROWS = 10_000;
/** Bytes of rows after which a profile stops reading. */
export const PROFILE_BYTES = 32 * MIB;
/** Columns in one profile. */
export const PROFILE_COLUMNS = 256;
/** Maximum number of rows in one response of `/table/diff`. */
export const TABLE_DIFF_ROWS = 1000;
/** Bytes of rows after which one response of `/table/diff` ends. */
export const TABLE_DIFF_BYTES = 16 * MIB;
/** Maximum number of classes that `/objs/query_stats` counts separately. */
export const OBJECT_CLASSES = 1000;
/** Longest label of an object version, characters. */
export const LABEL_CHARS = 100;
/** Maximum number of labels of one object, and of protected labels in one project. */
export const LABELS_PER_OBJECT = 100;
/** Maximum number of labels, or of their moves, in one response. */
export const LABELS_PER_PAGE = 1000;
/** Timeout for connecting to a model server, milliseconds. */
export const UPSTREAM_CONNECT_MS = 5_000;
/** Timeout for the first token of an answer, or for the whole answer if it is not streamed, milliseconds. */
export const FIRST_TOKEN_MS = 10 * 60_000;
/** Longest pause within a streamed answer, milliseconds. */
export const ANSWER_IDLE_MS = 2 * 60_000;
/** Bytes of one answer that are recorded; the caller gets the whole answer. */
export const RECORDED_ANSWER_BYTES = 32 * MIB;
/** Bytes of requests and answers that may wait to be recorded; further ones are only counted. */
export const RECORDS_HELD_BYTES = 128 * MIB;
/** The part of these that one key may use. */
export const KEY_RECORDS_HELD_BYTES = 64 * MIB;
/** Maximum number of alerts in one project, and of channels of one alert. */
export const ALERTS_PER_PROJECT = 200;
export const ALERT_CHANNELS = 10;
/** Shortest and longest window of an alert, seconds. */
export const ALERT_SHORTEST_WINDOW_SECONDS = 300;
export const ALERT_LONGEST_WINDOW_SECONDS = 604_800;
/** Longest delay with which a window is evaluated, seconds. */
export const ALERT_DELAY_SECONDS = 3600;
/** Maximum number of windows in succession that an alert requires. */
export const ALERT_CONSECUTIVE = 100;
/** Windows of an alert that are evaluated after an outage; earlier ones are skipped, which its history says. */
export const ALERT_CATCH_UP_WINDOWS = 120;
/** Events in one response of `/alerts/history`. */
export const ALERTS_PER_PAGE = 1000;
/** Newest events of an alert that are kept, with their notifications. */
export const ALERT_EVENTS_KEPT = 1000;
/** Records in one response of `/audit/query`. */
export const AUDIT_RECORDS_PER_PAGE = 1000;
/** Longest URL of a channel, characters. */
export const CHANNEL_URL_CHARS = 2048;
/** Maximum number of charts on one dashboard. */
export const DASHBOARD_CHARTS = 60;
/** Rows of an experiment without repetitions. */
export const EXPERIMENT_ROWS = 10_000;
/** Runs of one row, requests at once, and scorers of an experiment. */
export const EXPERIMENT_REPETITIONS = 20;
export const EXPERIMENT_PARALLEL = 32;
export const EXPERIMENT_SCORERS = 16;
/** Experiments in one response. */
export const EXPERIMENTS_PER_PAGE = 1000;
/** For how long a thread may have to be quiet before it is scored, minutes: a week. */
export const SCORING_QUIET_MINUTES = 10_080;
/** Scoring rules, and failures of one, in one response. */
export const SCORING_RULES_PER_PAGE = 1000;
export const SCORING_FAILURES_PER_PAGE = 1000;
/** Longest text, pattern or message of a scorer, characters, and messages of a judge. */
export const SCORER_TEXT_CHARS = 64 * KIB;
export const JUDGE_MESSAGES = 20;
/** Longest JSON Schema that is applied, and longest JSON that one is applied to, characters. */
export const SCHEMA_CHARS = 256 * KIB;
export const SCHEMA_VALUE_CHARS = 4 * MIB;
/** Longest request of a row, a judge or the playground after its variables are filled in, characters of its JSON. */
export const FILLED_CHARS = 32 * MIB;
/** Masking rules of one project, paths of one rule, and longest pattern and replacement, characters. */
export const MASKING_RULES = 50;
export const MASKING_PATHS = 50;
export const MASKING_PATTERN_CHARS = 1000;
export const MASKING_REPLACEMENT_CHARS = 50;
/** Calls that a dry run of masking rules reads, and samples that it shows of each rule. */
export const MASKING_CALLS = 1000;
export const MASKING_SAMPLES = 20;
/** The longest time that traces are kept for, days, other than for ever. */
export const KEEP_DAYS = 3650;
/** Maximum number of model servers that admins can add. */
export const CONNECTIONS = 200;
/** Maximum number of models, and of patterns of projects, of one of them. */
export const CONNECTION_MODELS = 1000;
export const CONNECTION_PROJECTS = 1000;
/** Maximum number of additional headers of one, and the longest header, key and address, characters. */
export const CONNECTION_HEADERS = 20;
export const CONNECTION_SECRET_CHARS = 8 * KIB;
export const CONNECTION_URL_CHARS = 2048;
/** The highest limit of requests at once that a model server can have. */
export const CONNECTION_PARALLEL = 10_000;
/** Longest text of a stored training runner, such as its entrypoint, and of its runtime environment, characters. */
export const RUNNER_TEXT_CHARS = 4096;
export const RUNNER_JSON_CHARS = 64 * KIB;
/** Maximum number of environment variables, and of base models, of a training runner. */
export const RUNNER_VARIABLES = 100;
export const RUNNER_BASE_MODELS = 500;
/** The most jobs that a replica can run at once. */
export const RUNNER_CONCURRENCY = 256;
/** Longest time that a test of a training runner waits for each answer, milliseconds. */
export const RUNNER_TEST_MS = 10_000;
/** Requests that may wait for a model server with such a limit, from one project and in total; others are rejected. */
export const WAITING_COMPLETIONS_PER_PROJECT = 256;
export const WAITING_COMPLETIONS = 1024;
/** Longest wait for a model server with such a limit, milliseconds: as long as SDKs wait for an answer. */
export const COMPLETION_WAIT_MS = 10 * 60_000;
/** Longest time that a test of a model server waits for its list, and for its answer, milliseconds. */
export const TEST_LIST_MS = 10_000;
export const TEST_ANSWER_MS = 60_000;
/** Largest request to `/mcp`, bytes, and messages in it. */
export const MCP_BODY_BYTES = 4 * MIB;
export const MCP_MESSAGES = 20;

/** From so many rows or bytes on, a read is recorded as an export. */
export const EXPORT_ROWS = 1_000;
export const EXPORT_BYTES = 1024 * 1024;
