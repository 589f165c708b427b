/** Hosts where anybody gets a name and that the public-suffix list does not have. */
const sharedHosts = new Set(
  (
    'weebly.com wixsite.com wix.com jimdo.com webs.com strikingly.com ubpages.com teachable.com thinkific.com kajabi.com myclickfunnels.com clickfunnels.com custhelp.com freshdesk.com zendesk.com mystrikingly.com ' +
    'typedream.app framer.ai gitbook.io unaux.com rf.gd my.canva.site beehiiv.com carrd.co notion.site webflow.com ' +
    'wixstudio.io wixstudio.com squarespace.com godaddysites.com weeblysite.com square.site 000webhostapp.com repl.co glitch.me ' +
    'hostingersite.com cprapid.com plesk.page mybluehost.me wpenginepowered.com wpcomstaging.com workers.dev pages.dev on.fleek.co ' +
    'fleek.cool ipfs.io dweb.link ic0.app surge.sh tilda.ws ucoz.net jimdosite.com yolasite.com webnode.page systeme.io ' +
    'blogspot.com wordpress.com tumblr.com medium.com substack.com github.io gitlab.io netlify.app vercel.app web.app ' +
    'firebaseapp.com herokuapp.com onrender.com railway.app fly.dev deno.dev ngrok.io ngrok.app ngrok-free.app trycloudflare.com ' +
    'serveo.net loca.lt duckdns.org ddns.net no-ip.org hopto.org sytes.net zapto.org changeip.co x24hr.com dynu.com'
  ).split(' '),
)

/** Whether anybody gets a name below this domain, by this list alone. */
export const isSharedHost = (domain: string): boolean => sharedHosts.has(domain)
