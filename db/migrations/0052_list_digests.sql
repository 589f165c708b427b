-- With which digest the clearinghouse signed a loaded list, such as 'SHA-1', which is to be said; null when it came unsigned.
alter table tmch_lists add column signed_with text;
