create index tables_by_creation on tables (project_id, created_at, digest);
