-- A person of staff who becomes a Client loses the notifications of before: some repeat what is internal.
create function drop_notifications() returns trigger language plpgsql as $$
begin
  delete from notifications where user_id = new.id;
  return null;
end $$;
create trigger notifications_dropped after update of role on users for each row
  when (new.role = 'Client' and old.role <> 'Client')
  execute function drop_notifications();
