import { countryOrNull, emailsIn, type FoundContacts, textOrNull, type ParsedAnswer } from './parsed-answer.ts'
import { dayOf } from './registration-days.ts'
import { dataLinesOf, fieldsOf, sentencesOf, type WhoisField } from './whois-fields.ts'
import { isFreeStatus, saysRegistered, saysReserved, saysThrottled, saysUnregistered } from './whois-sentences.ts'

/** How much of an answer is read, in characters. */
const maxLength = 200_000

/**
 * Reads the registrar, the dates and the abuse contacts of a WHOIS answer. Registered names are recognised by their data;
 * 'unregistered' only by a sentence of the server's own that says so, never by words in its comments or terms of use,
 * and never where the server also says that it is asked too often. Never throws.
 */
export function readWhois(text: string): ParsedAnswer {
  const answer = text.slice(0, maxLength)
  if (answer.trim() === '') return { kind: 'unreadable', reason: 'The answer is empty' }
  const fields = fieldsOf(dataLinesOf(answer))
  const sentences = sentencesOf(answer)
  const limited = sentences.find(saysThrottled)
  // 'available' may also be the status of a name that its owner transfers: dates and name servers win.
  const isFree = valuesOf(fields, statusNames).some(isFreeStatus) && !isDelegated(fields)
  const registration = isFree ? undefined : registrationIn(fields)
  const emails = abuseEmailsIn(fields, answer)
  if (registration || emails.length > 0) return foundIn(answer, fields, { ...registration, emails })
  if (limited !== undefined) return { kind: 'throttled', reason: limited.slice(0, 200) }
  if (isFree) return { kind: 'unregistered', reason: 'Its status is free' }
  if (sentences.some(saysRegistered)) return foundIn(answer, [], { emails: [] })
  const free = sentences.find(saysUnregistered)
  if (free !== undefined) return { kind: 'unregistered', reason: free.slice(0, 200) }
  if (sentences.some(saysReserved)) return foundIn(answer, [], { emails: [] })
  return { kind: 'unreadable', reason: 'The answer names no registrar, no dates and no abuse desk' }
}

/** The WHOIS server that the answer refers to: of a top-level domain at IANA, of a registrar at a registry. */
export function referralIn(text: string): string | null {
  const server = valueOf(fieldsOf(dataLinesOf(text)), referralNames)
  return server && /^[\w-]+(\.[\w-]+)+$/.test(server) ? server.toLowerCase() : null
}

const referralNames = /^(registrar whois server|whois server|whois|refer)$/
const statusNames = /^((domain |query |registration )?(status|state)|domaintype|eppstatus)$/
const registrarNames =
  /^((sponsoring |current |domain |authorized )?regist(?:r?ar|rador)( name| organi[sz]ation| company name)?|registration service provid(er|ed by)|record maintained by|managed by|provider|authorized agency|注册商|등록대행자|agent organi[sz]ation)$/
/** Used only where no name stands beside it: a notice to 'H65658' names nobody. */
const registrarIdNames = /^(sponsoring |current |domain |authorized )?regist(?:r?ar|rador) (handle|id)$/
const countryNames = /^(registrant[ -])?country$/i
const holderNames =
  /^(org ?name|org|organi[sz]ation( name| using domain name)?|titular|owner name|domain holder organi[sz]ation|descr|netname|(domain )?(owner|holder|registrant|titular)( c| name| organi[sz]ation| contact name)?|holder of domain name|registered for|person)$/
const contactNames =
  /^((domain )?(registrant|holder|owner|admin|administrative|tech|technical|billing)( c| contacts?)?|holder of domain name|contact|person|org|organi[sz]ation|organizaci[oó]n|nombre|nic hdl|titular|registered for|registrar name|contacto (administrativo|t[eé]cnico)( technical contact)?)$|^(registrant|admin|administrative|tech|technical|holder|owner|billing) /
const createdNames =
  /^((domain |record |entry |relevant dates )?(creation|created?|registration|registered|activated|activation|first registered)( on| date| at| time)?|domain record activated|date registered|registered date|(domain name )?commencement date|domain dateregistered|domain (registration|create) date|date de cr[eé]ation|fecha de (creaci[oó]n|registro|alta)|data de (registo|cria[cç][aã]o)|(issue|registration|commencement) (date|time)|注册时间|注册日期|domain created|登録年月日|등록일|assigned|crdate|regdate)$/
const expiresNames =
  /^((domain |registry |record |registrar registration |registration |relevant dates )?(expir(es?|y|ed|ation)|renewal|valid)( on| date| at| time| until| upto)?|record will expire on|paid till|domain datebilleduntil|validity|有効期限|사용 종료일|exp(iry|ire)? ?date|registered until|fecha de (expiraci[oó]n|vencimiento)|data de expira[cç][aã]o|expired|domain currently expires|expiration (date|time)|到期时间|到期日期|registry fee due on)$/
const changedNames =
  /^((domain |relevant dates )?(last )?(changed?|modified|modification|updated?)( on| date| at| time)?|domain datelastmodified|最終更新)$/
const nameServerNames =
  /^((domain )?(name ?servers?|nservers?|dns(\.| )?(servers?|name)?|servers?|primary server|secondary server|hostname|ns)( in listed order| dns)?( ?\d+)?|(ns|name server) name \d+|[ps]|servidores de nombre domain servers|ネームサーバ)$/
const anyHost = /\b(?:[\p{L}\p{N}-]{1,63}\.)+[\p{L}]{2,}\b/u
const isNothing = /^(redacted\b.*|none|null|n\/a|not (available|applicable|disclosed|yet registered)|-+|\.|\?)?$/i

type WhoisRegistration = Pick<FoundContacts, 'registeredOn' | 'expiresOn' | 'changedOn' | 'holder'> & {
  registrar: string | null
}

/** What the data says of a registration; undefined where there is none: a bare domain name is no registration. */
function registrationIn(fields: readonly WhoisField[]): WhoisRegistration | undefined {
  const registrar = valueOf(fields, registrarNames) ?? valueOf(fields, registrarIdNames)
  const registeredOn = valuesOf(fields, createdNames).map(dayOf).find(Boolean) ?? null
  const expiresOn = [...valuesOf(fields, expiresNames), ...untilIn(fields)].map(dayOf).find(Boolean) ?? null
  const changedOn = valuesOf(fields, changedNames).map(dayOf).find(Boolean) ?? null
  const isRegistered =
    [registrar, registeredOn, expiresOn].some((one) => one !== null) ||
    valuesOf(fields, statusNames).some((value) => registeredStatus.test(value.replaceAll('_', ' '))) ||
    hasNameServer(fields) ||
    fields.some(({ name, value }) => (contactNames.test(name) || networkNames.test(name)) && value !== '')
  return isRegistered
    ? { registrar, registeredOn, expiresOn, changedOn, holder: valueOf(fields, holderNames) }
    : undefined
}

const hasNameServer = (fields: readonly WhoisField[]): boolean =>
  fields.some(({ name, value }) => nameServerNames.test(name) && anyHost.test(value))

/** Name servers and a day of registration or expiry, which no name has that is not registered. */
const isDelegated = (fields: readonly WhoisField[]): boolean =>
  hasNameServer(fields) &&
  [...valuesOf(fields, createdNames), ...valuesOf(fields, expiresNames)].some((day) => dayOf(day))

/** The end that a status names ('OK-UNTIL 20300903', .ua). */
const untilIn = (fields: readonly WhoisField[]): string[] =>
  valuesOf(fields, statusNames).flatMap((value) => /\buntil\W+(.+)$/i.exec(value)?.[1] ?? [])

const networkNames = /^(inetnum|inet6num|netrange|cidr|netname|org ?name)$/
const registeredStatus =
  /\b(active|ok|registered|connect|delegated|paid|live|hold|locked?|granted|inactive|suspended|pending|published|enabled|(client|server)\w*prohibited|in use|unavailable|assigned|quarantine|redemption|reserved)\b/i

function foundIn(
  answer: string,
  fields: readonly WhoisField[],
  { registrar = null, emails, ...registration }: Partial<WhoisRegistration> & { emails: string[] },
): ParsedAnswer {
  const nothing = { registeredOn: null, expiresOn: null, changedOn: null, holder: null }
  const country = countryOrNull(valueOf(fields, countryNames))
  return {
    kind: 'found',
    name: registrar ?? (isNetwork(fields) ? valueOf(fields, holderNames) : null),
    ...nothing,
    ...registration,
    country,
    emails,
    form: null,
    reason: emails.length > 0 ? null : 'The answer names no abuse desk',
    related: referralIn(answer),
  }
}

/** Of an IP address the holder is asked; of a domain never the registrant. */
const isNetwork = (fields: readonly WhoisField[]): boolean =>
  !fields.some(({ name, value }) => /^domain( name)?$/.test(name) && value !== '')

const abuseNames =
  /^((registrar )?abuse (contact )?e ?mail|registrar abuse contact email|abuse contact|abuse mailbox|(org|r)abuseemail|e ?mail abuse)$/

const abuseEmailsIn = (fields: readonly WhoisField[], answer: string): string[] =>
  emailsIn([
    ...valuesOf(fields, abuseNames),
    ...networkDesksIn(answer),
    /abuse contact for .{1,100} is '([^'\s]{1,254})'/i.exec(answer)?.[1],
  ])

/** The desk of an IP network: below its own heading (KRNIC), or the contact that `abuse-c` refers to (LACNIC). */
function networkDesksIn(answer: string): string[] {
  const [, headed] =
    /\[ *network abuse contact information *\][^[]{0,600}?\be-?mail *: *([^\s]{3,254})/i.exec(answer) ?? []
  const [, handle] = /^abuse-c: *(\S{2,40}) *$/im.exec(answer) ?? []
  const block = handle && answer.split(/\r?\n[ \t]*\r?\n/).find((one) => ownHandle.exec(one)?.[1] === handle)
  return [headed, emailLine.exec(block ?? '')?.[1]].flatMap((one) => one ?? [])
}
const ownHandle = /^nic-hdl(?:-br)?: *(\S+)/im
const emailLine = /^e-?mail: *(\S{3,254})/im

const valuesOf = (fields: readonly WhoisField[], names: RegExp): string[] =>
  fields.flatMap(({ name, value }) => (names.test(name) && !isNothing.test(value) ? (textOrNull(value) ?? []) : []))

const valueOf = (fields: readonly WhoisField[], names: RegExp): string | null => valuesOf(fields, names)[0] ?? null
