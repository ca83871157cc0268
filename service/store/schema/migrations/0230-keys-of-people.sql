-- `person_id` is the person whose key it is; a key that somebody got for an invitation also has the roles of the person.
alter table api_keys add column follows_person boolean not null default false;
update api_keys set follows_person = true where person_id is not null;
-- Until now, keys with the name of a person were theirs.
update api_keys k set person_id = p.id from people p where k.person_id is null and p.owner = k.owner;
create index api_keys_by_person on api_keys (person_id) where person_id is not null;
