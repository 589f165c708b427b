/** A content delivery network: it passes reports on to the host behind it, and names that host. */
type Cdn = {
  /** Part of the name that registries give for its addresses, in lower case. */
  name: string
  /** Its form for reports, where email is only answered with a pointer to it. */
  form?: string
}

/** When the forms below were read. */
export const cdnFormsReadOn = '2026-11-24'

/** Networks that stand in front of hosts. */
const cdns: readonly Cdn[] = [
  { name: 'cloudflare', form: 'https://abuse.cloudflare.com/' },
  { name: 'akamai' },
  { name: 'fastly' },
  { name: 'cloudfront' },
  { name: 'incapsula' },
  { name: 'imperva' },
  { name: 'sucuri' },
  { name: 'ddosguard' },
  { name: 'stackpath' },
  { name: 'bunnycdn' },
  { name: 'bunnyway' },
  { name: 'cdn77' },
  { name: 'qrator' },
]

/** The network that a name of a host stands for; undefined for a host of its own. */
export const cdnNamed = (host: string): Cdn | undefined => {
  const words = host.toLowerCase().split(/[^a-z0-9]+/)
  return cdns.find(({ name }) => words.includes(name) || words.includes(`${name}net`))
}
