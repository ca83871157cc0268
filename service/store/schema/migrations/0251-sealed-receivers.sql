-- The address and the signing secret of a channel, sealed: see service/alerts/receiver.ts. `url` is only its origin then, and
-- `secret` is null. What was stored before is sealed once the service has a secret to seal it with.
alter table alert_channels add column sealed_receiver text collate "C";
create index alert_channels_unsealed on alert_channels (project_id) where sealed_receiver is null;
