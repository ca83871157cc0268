-- How often work was claimed since it was last released or went on. A claim that ends otherwise may have ended its process.
alter table experiments add column claims integer not null default 0;
alter table scoring_rules add column claims integer not null default 0;
alter table erasures add column claims integer not null default 0;
alter table retention_runs add column claims integer not null default 0, add column problem text;
