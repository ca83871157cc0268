-- Whoever created it was turned off: it does nothing until somebody takes it over.
alter table alerts add column needs_owner boolean not null default false;
alter table experiments add column needs_owner boolean not null default false;
alter table scoring_rules add column needs_owner boolean not null default false;
alter table training_jobs add column needs_owner boolean not null default false;

-- Why nothing is done for it until somebody resumes it, or takes it over.
alter table alerts add column stopped_for text collate "C";
alter table training_jobs add column stopped_for text collate "C";

-- See 0225-claims.sql.
alter table alerts add column claims integer not null default 0, add column claimed_by text collate "C";
alter table training_jobs add column claims integer not null default 0;
