-- The ref of the table that the base model and the trained model of a job are measured on.
alter table training_jobs add column test_table_ref text collate "C";
