/** What registries are asked about: a registrable domain or an IP address. */
export type Subject = { domain: string } | { ip: string }

const ofDomain = 'domain:'

/** The name under which the registration of a domain or IP address is stored. */
export const subjectKey = (subject: Subject): string =>
  'domain' in subject ? `${ofDomain}${subject.domain}` : `ip:${subject.ip}`

/** Whether a stored registration is that of a domain. */
export const isOfDomain = (key: string): boolean => key.startsWith(ofDomain)
