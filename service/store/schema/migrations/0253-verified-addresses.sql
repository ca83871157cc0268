-- Whether the provider has verified the address, or the configuration trusts it; null for those who last signed in before.
alter table people add column email_is_verified boolean;
