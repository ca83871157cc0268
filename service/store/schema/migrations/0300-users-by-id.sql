-- The calls of an end user, to find what an ID that a program printed belongs to.
create index calls_by_user on calls (project_id, user_id) where visible and user_id is not null;
