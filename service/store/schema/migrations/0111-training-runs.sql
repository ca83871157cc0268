-- A job is looked at until it has ended and what its runner keeps of it is gone.
create index training_jobs_unsettled on training_jobs (created_at, id) where ended_at is null or runner_state is not null;

drop index training_jobs_unended;
