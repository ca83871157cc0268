-- When the service first heard of a call, by its own clock; unknown of those that came before this step.
alter table calls add column received_at timestamptz;
