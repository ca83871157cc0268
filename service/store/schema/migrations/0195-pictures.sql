-- The picture of a person, read from the address in `picture`; null until it is, and after that address has changed.
alter table people add column picture_type text collate "C";
alter table people add column picture_bytes bytea;
