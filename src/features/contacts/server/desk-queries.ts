import { type Db, rows, sql } from '#kit/server/db.ts'

/** What a registry answered about a domain or an address, however old. */
export type StoredRegistration = {
  subject: string
  name: string | null
  emails: string[]
  form: string | null
  source: string | null
  server: string | null
  /** YYYY-MM-DD. */
  day: string
}

/** The stored registrations of these subjects that were found. */
export function registrationsOf(db: Db, subjects: readonly string[]): Promise<StoredRegistration[]> {
  return rows(
    db,
    sql`select subject, name, emails, form, source, server, requested_at::date::text as day from registrations
      where subject = any(${subjects}::text[]) and outcome = 'found'`,
  )
}

/** A known contact of a name, in lower case; `answeredOn` is when a notice was last answered from its address. */
export type NamedContact = { name: string; email: string; source: string; day: string; answeredOn: string | null }

/** The known contacts of exactly these names, in lower case. */
export function contactsOf(db: Db, names: readonly string[]): Promise<NamedContact[]> {
  return rows(
    db,
    sql`select lower(c.name) as name, lower(c.email) as email, c.source, c.checked_on::text as day,
        a.answered_at::date::text as "answeredOn"
      from abuse_contacts c left join answered_addresses a on a.email = lower(c.email)
      where lower(c.name) = any(${names}::text[]) order by c.created_by is not null, c.email`,
  )
}

/** Those of these addresses, in lower case, to which email bounced. */
export async function bouncedAmong(db: Db, emails: readonly string[]): Promise<Set<string>> {
  const found = await rows<{ email: string }>(
    db,
    sql`select email from bounced_addresses where email = any(${emails}::text[])`,
  )
  return new Set(found.map(({ email }) => email))
}
