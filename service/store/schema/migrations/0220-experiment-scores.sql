-- How many answered rows lack a score since a scorer failed; which rows these are, and which of them only wait for that score.
alter table experiments add column unscored integer not null default 0;
alter table experiment_rows add column is_unscored boolean not null default false;
alter table experiment_rows add column keeps_answer boolean not null default false;

-- For how long rows have been under way, until that changed last, in milliseconds; null for experiments from before this
-- column. Since when rows are under way, or that was counted last.
alter table experiments add column busy_ms double precision;
alter table experiments add column busy_since timestamptz;
