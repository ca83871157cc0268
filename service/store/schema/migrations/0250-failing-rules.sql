-- How many calls have failed since one was last scored, and why the last of them did.
alter table scoring_rules add column failed_in_a_row integer not null default 0;
alter table scoring_rules add column last_failure text collate "C";
update scoring_rules set failed_in_a_row = failed where scored = 0 and failed > 0;
