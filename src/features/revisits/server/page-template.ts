import { siteOf } from '#vocabulary/sites.ts'
import { isLargePlatform } from './large-platforms.ts'

/** A page that shows what it is about: its address as visited and where it was found, its title and its markup. */
type ShownPage = { address: string; finalAddress: string; title: string; markup: string }

/** Pages that a server or a host shows before anybody has put something there. */
const emptyServer =
  /^(welcome to (nginx|openresty|caddy|centos|tengine)|apache2? .*default page|apache http server test page|test page for|iis windows|iis\d|it works|index of \/|default (web(site)? )?page|web server's default page|site not published|coming soon|under construction|domain default page|plesk|hestia|cpanel|directadmin|welcome to (your|the) (new )?(site|website|server)|hello world|website (is )?(coming|under)|http server test page|\d{3}\b|error\b|(page )?not found|forbidden)/i

/**
 * The hash of the structure of a page; null for what says nothing about who made it: too little, the page of an empty
 * server, another site than that of the address, a platform whose pages all have one template.
 */
export async function templateOf({ address, finalAddress, title, markup }: ShownPage): Promise<string | null> {
  if (!URL.canParse(address) || !URL.canParse(finalAddress)) return null
  const [from, to] = [new URL(address).hostname, new URL(finalAddress).hostname]
  if (siteOf(from) !== siteOf(to) || isLargePlatform(to) || emptyServer.test(title.trim())) return null
  const { hashMarkup } = await import('#kit/server/markup-hash.ts')
  return hashMarkup(markup) ?? null
}

/** The host and the site of a page, for what is stored of its template. */
export const hostAndSite = (host: string) => ({ host: host.replace(/^www\./, ''), site: siteOf(host) })
