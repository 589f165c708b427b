-- A client request that a person took who can do it no longer is open again, whatever ended the access.
create function reopen_requests() returns trigger language plpgsql as $$
begin
  update client_requests set status = 'Open', owner_id = null, updated_at = now()
  where status = 'Taken' and owner_id = new.id;
  return null;
end $$;
create trigger requests_reopened after update of deleted_at, is_blocked, role on users for each row
  when (new.deleted_at is not null or new.is_blocked or new.role = 'Client')
  execute function reopen_requests();

update client_requests r set status = 'Open', owner_id = null, updated_at = now()
from users u where r.status = 'Taken' and u.id = r.owner_id
  and (u.deleted_at is not null or u.is_blocked or u.role = 'Client');
