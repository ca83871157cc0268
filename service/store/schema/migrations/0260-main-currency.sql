-- The currency whose amounts come first where calls are sorted by their cost.
alter table projects add column main_currency text not null default 'USD';
