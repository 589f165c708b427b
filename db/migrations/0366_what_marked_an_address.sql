-- What a bounce says of an address that is not there: such a mail marks it, others (a full mailbox, a refusal) do not. Of those
-- taken in before only that one is known which the address was marked with last.
alter table inbound_mails add column address_failure text;
update inbound_mails i set address_failure = b.reason
from enforcements e join bounced_addresses b on b.email = lower(e.abuse_email)
where e.id = i.enforcement_id and i.kind = 'bounce' and i.doubt is null;
