create table alerts (
  project_id text collate "C" not null,
  id uuid not null,
  -- JSON: `alertDefinition` of lib/contract/alerts.ts.
  definition text collate "C" not null,
  -- Counts changes of the definition or the channels: what was evaluated before one is not stored after it.
  revision integer not null default 1,
  created_by text collate "C" not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  muted_until timestamptz,
  -- The end of the next window to be evaluated, and from when on a process may do so.
  next_end timestamptz not null,
  due_at timestamptz not null,
  -- How often evaluating that window has failed.
  failures integer not null default 0,
  state text collate "C",
  state_since timestamptz,
  evaluated_to timestamptz,
  value double precision,
  baseline double precision,
  reason text collate "C",
  -- Windows in succession that met the condition.
  breaches integer not null default 0,
  -- The end of the window from which on it has been firing, without being ok since; and whether that was notified.
  fired_at timestamptz,
  is_notified boolean not null default false,
  primary key (project_id, id)
);
create index alerts_by_due on alerts (due_at);

create table alert_channels (
  project_id text collate "C" not null,
  id uuid not null,
  alert_id uuid not null,
  -- Its place among those of the alert.
  place integer not null,
  format text collate "C" not null,
  url text collate "C" not null,
  -- What requests are signed with; null for formats without a signature.
  secret text collate "C",
  primary key (project_id, id)
);
create index alert_channels_by_alert on alert_channels (project_id, alert_id, place);

-- The history of alerts. No window leads to the same state twice.
create table alert_events (
  project_id text collate "C" not null,
  alert_id uuid not null,
  window_end timestamptz not null,
  -- A state, `test` or `skipped`.
  kind text collate "C" not null,
  window_start timestamptz not null,
  value double precision,
  baseline double precision,
  reason text collate "C",
  is_muted boolean not null default false,
  windows integer,
  primary key (project_id, alert_id, window_end, kind)
);

-- Notifications, one for each channel: written in the transaction that writes their event.
create table alert_deliveries (
  project_id text collate "C" not null,
  id uuid not null,
  alert_id uuid not null,
  window_end timestamptz not null,
  kind text collate "C" not null,
  channel_id uuid not null,
  body text collate "C" not null,
  status text collate "C" not null default 'pending',
  attempts integer not null default 0,
  attempted_at timestamptz,
  -- While a process is sending it, the time from which on another may.
  next_attempt_at timestamptz not null,
  response_status integer,
  error text collate "C",
  primary key (project_id, id)
);
create unique index alert_deliveries_by_event on alert_deliveries (project_id, alert_id, window_end, kind, channel_id);
create index alert_deliveries_by_time on alert_deliveries (next_attempt_at) where status = 'pending';
