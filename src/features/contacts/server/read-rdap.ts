import { isWebAddress } from '#vocabulary/addresses.ts'
import { countryOrNull, emailsIn, type FoundContacts, textOrNull, type ParsedAnswer } from './parsed-answer.ts'
import { dayOf } from './registration-days.ts'

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
      return found({
        name: nameOf(answer),
        emails: [...abuseEmails(answer), ...emailsOf(answer)],
        form: formOf(answer),
        otherwise: 'The entity has no email address',
      })
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

/**
 * The registrar's own abuse desk comes first (RDAP response profile), then the domain's, then the registrar itself. The
 * desks of the registrant and of its contacts are not the registrar's.
 */
function readDomain(domain: Json): ParsedAnswer {
  const registrar = entitiesOf(domain).find((one) => hasRole(one, 'registrar'))
  const holder = entitiesOf(domain).find((one) => hasRole(one, 'registrant'))
  const registrarAbuse = registrar ? abuseEmails(registrar, isOthers) : []
  const abuse = registrarAbuse.length > 0 ? registrarAbuse : abuseEmails(domain, isOthers)
  const desks = abuseDesksOf(registrar ?? domain, isOthers)
  // A desk that takes reports by a form only has no address: its registrar's own one is for something else.
  const emails = abuse.length > 0 || !registrar || desks.length > 0 ? abuse : emailsOf(registrar)
  const form = desks.map(formOf).find(Boolean) ?? null
  const parsedAnswer = found({
    name: registrar ? nameOf(registrar) : null,
    holder: holder ? nameOf(holder) : null,
    emails,
    form,
    otherwise: registrar ? 'The registrar has no email address' : 'The answer names no registrar and no abuse desk',
  })
  return { ...parsedAnswer, ...datesOf(domain), related: relatedOf(domain) }
}

const contactRoles = ['registrant', 'administrative', 'technical', 'billing', 'reseller', 'proxy']
/** Also a registrant who names himself as the desk: a notice would go to whom it is about. */
const isOthers = (entity: Json): boolean =>
  !hasRole(entity, 'registrar') &&
  (hasRole(entity, 'registrant') || (!hasRole(entity, 'abuse') && contactRoles.some((role) => hasRole(entity, role))))

/** The days of registration, expiry and last change (RFC 9083 4.5). */
function datesOf(domain: Json): Pick<FoundContacts, 'registeredOn' | 'expiresOn' | 'changedOn'> {
  const events = list(domain['events']).filter(isObject)
  const dayOfEvent = (...actions: readonly string[]) =>
    events
      .filter((one) => typeof one['eventAction'] === 'string' && actions.includes(one['eventAction'].toLowerCase()))
      .map((one) => (typeof one['eventDate'] === 'string' ? dayOf(one['eventDate']) : null))
      .find((day) => day !== null) ?? null
  return {
    registeredOn: dayOfEvent('registration'),
    expiresOn: dayOfEvent('expiration') ?? dayOfEvent('registrar expiration', 'soft expiration'),
    changedOn: dayOfEvent('last changed'),
  }
}

function readNetwork(network: Json): ParsedAnswer {
  const holder = entitiesOf(network).find((one) => hasRole(one, 'registrant'))
  const name = (holder && nameOf(holder)) ?? textOrNull(network['name'])
  const form = abuseDesksOf(network).map(formOf).find(Boolean) ?? null
  const desk = found({ name, emails: abuseEmails(network), form, otherwise: 'The network names no abuse desk' })
  return { ...desk, country: countryOrNull(network['country']) }
}

type Desk = { name: string | null; holder?: string | null; emails: string[]; form: string | null; otherwise: string }

const found = ({ name, holder = null, emails, form, otherwise }: Desk) => ({
  kind: 'found' as const,
  name,
  holder,
  registeredOn: null,
  expiresOn: null,
  changedOn: null,
  country: null,
  emails: [...new Set(emails)],
  form,
  reason: emails.length > 0 ? null : form === null ? otherwise : 'Reports of abuse are taken by a web form only',
  related: null,
})

const entitiesOf = (object: Json): Json[] => list(object['entities']).filter(isObject)

/** Roles are lower-case words in a list (RFC 9083 10.2.4); some servers write them in capitals, or as one text. */
function hasRole(entity: Json, role: string): boolean {
  const { roles } = entity
  const words = typeof roles === 'string' ? roles.split(/[\s,;]+/) : list(roles)
  return words.some((one) => typeof one === 'string' && one.trim().toLowerCase() === role)
}

/** The abuse desks among the nested entities of an object, without those inside an entity to leave out. */
function abuseDesksOf(object: Json, leftOut: (entity: Json) => boolean = () => false, depth = 0): Json[] {
  if (depth >= maxDepth) return []
  return entitiesOf(object)
    .filter((one) => !leftOut(one))
    .flatMap((one) => [...(hasRole(one, 'abuse') ? [one] : []), ...abuseDesksOf(one, leftOut, depth + 1)])
}

const abuseEmails = (object: Json, leftOut?: (entity: Json) => boolean): string[] =>
  abuseDesksOf(object, leftOut).flatMap(emailsOf)

/** The lines of an entity's jCard (RFC 7095): [name, parameters, type, value]. */
function cardOf(entity: Json): unknown[][] {
  return list(list(entity['vcardArray'])[1]).filter((line) => Array.isArray(line))
}

const valuesOf = (entity: Json, name: string): unknown[] =>
  cardOf(entity)
    .filter(([field]) => typeof field === 'string' && field.toLowerCase() === name)
    .flatMap(([, , , value]) => (Array.isArray(value) ? (value as unknown[]) : [value]))

/** The card of an entity as JSContact (RFC 9553), under either name that RDAP servers give it. */
function jsCardOf(entity: Json): Json {
  const card = entity['jscontact_card'] ?? entity['jscard']
  return isObject(card) ? card : {}
}

/** The values of a JSContact map ('emails': { 'e1': { 'address': … } }). */
const jsValuesOf = (entity: Json, field: string, value: string): unknown[] =>
  Object.values(isObject(jsCardOf(entity)[field]) ? (jsCardOf(entity)[field] as Json) : {})
    .filter(isObject)
    .map((one) => one[value])

const emailsOf = (entity: Json): string[] =>
  emailsIn([
    ...valuesOf(entity, 'email'),
    ...jsValuesOf(entity, 'emails', 'address'),
    // RFC 8605 allows any URI.
    ...valuesOf(entity, 'contact-uri').filter((uri) => typeof uri === 'string' && /^mailto:/i.test(uri)),
  ])

const nameOf = (entity: Json): string | null => {
  const { name } = jsCardOf(entity)
  return (
    [
      ...valuesOf(entity, 'org'),
      ...jsValuesOf(entity, 'organizations', 'name'),
      ...valuesOf(entity, 'fn'),
      isObject(name) ? name['full'] : undefined,
      entity['handle'],
    ]
      .map(textOrNull)
      .find((one) => one !== null) ?? null
  )
}

/** The web form of an entity (RFC 8605: contact-uri); http(s) only. */
const formOf = (entity: Json): string | null =>
  [...valuesOf(entity, 'contact-uri'), ...valuesOf(entity, 'url'), ...jsValuesOf(entity, 'links', 'uri')]
    .map(textOrNull)
    .find((one) => one !== null && isWebAddress(one)) ?? null

function relatedOf(object: Json): string | null {
  const link = list(object['links'])
    .filter(isObject)
    .find((one) => one['rel'] === 'related' && String(one['type']).startsWith('application/rdap'))
  return textOrNull(link?.['href'])
}
