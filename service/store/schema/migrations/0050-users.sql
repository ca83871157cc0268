-- Whom a call was made for, as its program says; not the key's owner, who is ext_user_id.
alter table calls add column user_id text collate "C";
