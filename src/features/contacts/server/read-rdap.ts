import { countryOrNull, dayOrNull, emailsIn, noDetails, textOrNull, type ParsedAnswer } from './parsed-answer.ts'

type Json = Record<string, unknown>

/** How deep nested entities are followed; registries nest two levels. */
const maxDepth = 4

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Reads the abuse contacts of an RDAP answer (RFC 9083). Any JSON gives contacts or a reason; never throws. */
export function readRdap(answer: unknown): ParsedAnswer {
  if (!isObject(answer)) return { kind: 'unreadable', reason: 'The answer is not a JSON object' }
  if (answer['errorCode'] !== undefined) return readError(answer)
  switch (answer['objectClassName']) {
    case 'domain':
      return readDomain(answer)
    case 'ip network':
    case 'autnum':
      return readNetwork(answer)
    case 'entity':
      return found(nameOf(answer), [...abuseEmails(answer), ...emailsOf(answer)], 'The entity has no email address')
  }
  const what = Object.keys(answer).some((key) => key.endsWith('SearchResults')) ? 'a list of results' : 'something else'
  return { kind: 'unreadable', reason: `The answer is about ${textOrNull(answer['objectClassName']) ?? what}` }
}

function readError(answer: Json): ParsedAnswer {
  const code = Number(answer['errorCode'])
  const words = [answer['title'], ...list(answer['description'])].flatMap((one) => textOrNull(one) ?? [])
  const reason = [code, ...words].join(' ').slice(0, 500)
  return { kind: code === 404 ? 'unregistered' : code === 429 || code === 503 ? 'throttled' : 'unreadable', reason }
}

/** The registrar's own abuse desk comes first (RDAP response profile), then the domain's, then the registrar itself. */
function readDomain(domain: Json): ParsedAnswer {
  const registrar = entitiesOf(domain).find((one) => hasRole(one, 'registrar'))
  const registrarAbuse = registrar ? abuseEmails(registrar) : []
  const abuse = registrarAbuse.length > 0 ? registrarAbuse : abuseEmails(domain)
  const emails = abuse.length > 0 || !registrar ? abuse : emailsOf(registrar)
  const parsedAnswer = found(
    registrar ? nameOf(registrar) : null,
    emails,
    registrar ? 'The registrar has no email address' : 'The answer names no registrar and no abuse desk',
  )
  const details = {
    registeredOn: eventOf(domain, 'registration'),
    expiresOn: eventOf(domain, 'expiration'),
    changedOn: eventOf(domain, 'last changed'),
    country: null,
  }
  return { ...parsedAnswer, related: relatedOf(domain), details }
}

function readNetwork(network: Json): ParsedAnswer {
  const holder = entitiesOf(network).find((one) => hasRole(one, 'registrant'))
  const name = (holder && nameOf(holder)) ?? textOrNull(network['name'])
  const details = { ...noDetails, country: countryOrNull(network['country']) }
  return { ...found(name, abuseEmails(network), 'The network names no abuse desk'), details }
}

/** The day of an event of a domain, such as its registration (RFC 9083, 4.5). */
const eventOf = (domain: Json, action: string): string | null =>
  dayOrNull(
    list(domain['events'])
      .filter(isObject)
      .find((one) => one['eventAction'] === action)?.['eventDate'],
  )

const found = (name: string | null, emails: string[], otherwise: string) => ({
  kind: 'found' as const,
  name,
  emails: [...new Set(emails)],
  reason: emails.length > 0 ? null : otherwise,
  related: null,
  details: noDetails,
})

const entitiesOf = (object: Json): Json[] => list(object['entities']).filter(isObject)
const hasRole = (entity: Json, role: string): boolean => list(entity['roles']).includes(role)

/** Addresses of the abuse desks among the nested entities of an object. */
function abuseEmails(object: Json, depth = 0): string[] {
  if (depth >= maxDepth) return []
  return entitiesOf(object).flatMap((one) => [
    ...(hasRole(one, 'abuse') ? emailsOf(one) : []),
    ...abuseEmails(one, depth + 1),
  ])
}

/** The lines of an entity's jCard (RFC 7095): [name, parameters, type, value]. */
function cardOf(entity: Json): unknown[][] {
  return list(list(entity['vcardArray'])[1]).filter((line) => Array.isArray(line))
}

const valuesOf = (entity: Json, name: string): unknown[] =>
  cardOf(entity)
    .filter(([field]) => typeof field === 'string' && field.toLowerCase() === name)
    .flatMap(([, , , value]) => (Array.isArray(value) ? (value as unknown[]) : [value]))

const emailsOf = (entity: Json): string[] => emailsIn(valuesOf(entity, 'email'))

const nameOf = (entity: Json): string | null =>
  [...valuesOf(entity, 'org'), ...valuesOf(entity, 'fn'), entity['handle']]
    .map(textOrNull)
    .find((one) => one !== null) ?? null

function relatedOf(object: Json): string | null {
  const link = list(object['links'])
    .filter(isObject)
    .find((one) => one['rel'] === 'related' && String(one['type']).startsWith('application/rdap'))
  return textOrNull(link?.['href'])
}
