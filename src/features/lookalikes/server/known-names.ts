import { isSharedHost } from '#vocabulary/shared-hosts.ts'

/**
 * Domains that well-known companies run besides their main one, and whose names hold a brand's: services, pictures,
 * scripts. Whoever gets a name below one of them is judged by that name, as on a shared host; the domain is not a match.
 */
const knownDomains = new Set(
  (
    'adobedc.net adoberesources.net assoc-amazon.com assoc-amazon.ca assoc-amazon.co.uk assoc-amazon.de assoc-amazon.fr ' +
    'assoc-amazon.jp s-microsoft.com tiktokcdn-eu.com tiktokv.eu yahooapis.jp googletraveladservices.com sharepointonline.com ' +
    'cloudflarestream.com squarespace-cdn.com twitchcdn.net twitchsvc.net rakutenadvertising.io ebaycommercenetwork.com ' +
    'amazonaws.com amazonses.com amazontrust.com amazon-adsystem.com amazonalexa.com amazonvideo.com amazonmusic.com ' +
    'amazonpay.com amazon.dev amazoncognito.com amazonwebservices.com media-amazon.com ssl-images-amazon.com primevideo.com ' +
    'images-amazon.com amazonfreetime.com amazonlumberyard.com amazon.jobs aboutamazon.com amazonbusiness.com ' +
    'applemusic.com apple-dns.net apple-cloudkit.com apple-mapkit.com apple-livephotoskit.com applecard.apple appleinsider.com ' +
    'appleid.com apple.news cdn-apple.com apple-studies.com applebees.com icloud-content.com icloud.com.cn me.com ' +
    'googleapis.com googleusercontent.com googlevideo.com googlesyndication.com googletagmanager.com googletagservices.com ' +
    'googleadservices.com google-analytics.com googledomains.com googlemail.com googleblog.com googleoptimize.com ' +
    'googleweblight.com googlezip.net googlesource.com googlegroups.com googlecode.com googlefiber.net googleworkspace.com ' +
    'googleplex.com googlehosted.com googleearth.com googlecnapps.cn google-syndication.com withgoogle.com thinkwithgoogle.com ' +
    'blogger.com youtube-nocookie.com youtubekids.com youtubeeducation.com youtubego.com youtu.be ytimg.com translate.goog ' +
    'facebook.net facebookcorewwwi.onion facebookmail.com facebookvirtualassistant.com facebookbrand.com fbcdn.net fbsbx.com ' +
    'facebookblueprint.com messenger.com meta.ai metacareers.com metacafe.com metacritic.com metafilter.com metaquotes.net ' +
    'metadata.works metabase.com metalinjection.net metastatus.com oculus.com whatsapp.net instagramstatic.com ' +
    'cdninstagram.com threads.net microsoftonline.com microsoftonline-p.com microsoft365.com microsoftedge.com ' +
    'microsoftstore.com microsoftazuread-sso.com microsofttranslator.com microsoftstream.com microsoftpersonalcontent.com ' +
    'microsoftcloud.com microsoft.net microsoftevents.com microsoftapp.net microsoftstart.com onmicrosoft.com ' +
    'azureedge.net azurewebsites.net azure-devices.net azurefd.net azure-api.net azure.net office365.com office.net ' +
    'office365.us outlook.office.com outlook.de officeapps.live.com officedepot.com openoffice.org libreoffice.org ' +
    'onlyoffice.com skypeassets.com windowsupdate.com windows.net windowsazure.com xboxlive.com xboxservices.com ' +
    'paypalobjects.com paypal.me paypal-corp.com paypal-community.com paypalcorp.com paypal-mktg.com paypal-engineering.com ' +
    'netflixdnstest1.com netflixinvestor.com netflixstudios.com nflxext.com nflximg.net nflxso.net nflxvideo.net ' +
    'ebaystatic.com ebayimg.com ebayinc.com ebayrtm.com ebaydesc.com ebaykorea.com ebay-kleinanzeigen.de kleinanzeigen.de ' +
    'dropboxapi.com dropboxusercontent.com dropboxstatic.com dropbox-dns.com dropboxforum.com dropboxbusiness.com ' +
    'dropboxinsiders.com linkedin-ei.com linkedinlabs.com licdn.com twitpic.com twittercommunity.com twimg.com twitterinc.com ' +
    'steampowered.com steamcommunity.com steamstatic.com steamcontent.com steamusercontent.com steamserver.net steamgames.com ' +
    'steamdb.info steamcharts.com steamgriddb.com steamladder.com steamtrades.com steamgifts.com steamdeck.com ' +
    'tiktokcdn.com tiktokcdn-us.com tiktokv.com tiktokv.us tiktokw.us tiktokrow-cdn.com tiktokglobalshop.com tiktokshop.com ' +
    'tiktokforbusiness.com tiktokmusic.app telegram-cdn.org telegram.me telegra.ph telegram.dog spotifycdn.com spotify.design ' +
    'spotifyjobs.com byspotify.com scdn.co adobedtm.com adobelogin.com adobe.io adobecc.com adobess.com adobeaemcloud.com ' +
    'adobeconnect.com adobeexchange.com adobesign.com adobejanus.com adobestock.com behance.net docusign.net docusign.ca ' +
    'coinbasecloud.net coinbase-staging.com binance.us binance.org binance.info binance.cloud binancefuture.com binancezh.com ' +
    'bnbchain.org binance.charity metamask.org metamaskinstitutional.io krakenfutures.com uniswap.org ledgerwallet.com ' +
    'ledger-cli.org trezor.com rbxcdn.com roblox.cn robloxlabs.com robloxstatus.com verizonwireless.com verizonmedia.com ' +
    'verizonbusiness.com verizon.net verizonconnect.com attwireless.com att.net attn.com attcorp.com tmobile.com ' +
    't-mobileforbusiness.com t-mobilemoney.com tmobileusa.com orange-business.com orangetheory.com orange.jobs ' +
    'santanderbank.com santanderconsumerusa.com santanderconsumer.de santander.com.br dhlparcel.nl dhlecommerce.com ' +
    'dhl-news.com dhlecs.com fedexforum.com fedexsupplychain.com fedexoffice.com upsstore.com theupsstore.com upsaccesspoint.com ' +
    'upsers.com ups-scs.com uspsoig.gov usps.gov chasepaymentech.com chasecreative.com jpmorganchase.com chasehq.com ' +
    'visaeurope.com visa.co.uk usa.visa.com visahq.com visaguide.world mastercardservices.com mastercard.us mastercardcenter.org ' +
    'targetjs.com target.com.au targetmarketing.com adtarget.biz shellenergy.co.uk shell.us shellfcu.org ' +
    'flipkart.net flixcart.com myntassets.com shopifycdn.com shopifysvc.com shopifycloud.com shopifyapps.com myshopify.com ' +
    'shopeemobile.com rakuten-sec.co.jp rakuten-card.co.jp rakuten-bank.co.jp rakuten-static.com rakutenadvertising.com ' +
    'rakutenmarketing.com rakuten.tv rakutentrade.my r10s.jp yahooapis.com yahoodns.net yahooinc.com yahoosandbox.com ' +
    'ymail.com rocketmail.com oathcdn.com discordapp.com discordapp.net discordstatus.com zoomgov.com zoominfo.com ' +
    'zoomcharts.com slackb.com slack-edge.com slack-files.com slackdemo.com githubassets.com githubusercontent.com ' +
    'githubapp.com githubstatus.com githubcopilot.com github.blog gitlab-static.net samsungcloud.com samsungapps.com ' +
    'samsungcloudsolution.com samsungcloudsolution.net samsungdm.com samsungelectronics.com samsungqbe.com samsungosp.com ' +
    'samsungiotcloud.com samsungcloudcdn.com samsung-gamelauncher.com samsungknox.com samsungrm.net samsungacr.com ' +
    'huaweicloud.com hwcloudtest.cn nikestrength.com nikeplus.com adidas-group.com pumasafety.com hsbcnet.com hsbc.com.hk ' +
    'hsbcinnovationbanking.com ingwb.com ing-diba.de ingenico.com ingrammicro.com intuitcdn.net airbnbmail.com ' +
    'bookingholdings.com bookingbuddy.com ubereats.com uberinternal.com uber.space tescobank.com walmartimages.com ' +
    'walmart.ca walmartlabs.com walmartstores.com walmartethics.com boostmobile.com luckyorange.com luckyorange.net nordvpn.net openaiapi.com oaistatic.com oaiusercontent.com ' +
    'instagr.am spotify.link stripe.network payments-amazon.com associates-amazon.com ads-twitter.com godaddy.net ' +
    'salesforceliveagent.com mcafeesecure.com mercedes-amg.com philips-hue.com'
  ).split(' '),
)

/** Companies that hold their own name under the suffixes of most countries. */
const commonInMostCountries = new Set(
  (
    'google amazon ebay yahoo microsoft apple samsung huawei xiaomi lenovo dell ikea hm zara nike adidas puma uniqlo sephora ' +
    'booking airbnb tripadvisor expedia uber netflix spotify paypal visa mastercard hsbc ing santander citibank shell bp total ' +
    'orange vodafone telekom tmobile t-mobile dhl fedex ups tnt gls dpd hermes nestle danone loreal unilever toyota honda bmw ' +
    'audi mercedes-benz volkswagen ford nissan renault peugeot kia hyundai volvo skoda tesla lidl aldi carrefour auchan decathlon ' +
    'mcdonalds kfc starbucks burgerking subway dominos pizzahut cocacola coca-cola pepsi lego sony canon nikon philips bosch ' +
    'siemens ibm oracle sap cisco intel hp nvidia asus acer lg panasonic epson brother msn aliexpress alibaba shopee lazada ' +
    'rakuten mercadolibre olx groupon indeed glassdoor linkedin pinterest tinder badoo hotels trivago kayak skyscanner agoda ' +
    'remax century21 axa allianz zurich generali deloitte kpmg pwc ey avon oriflame tupperware dior gucci prada chanel ' +
    'louisvuitton rolex cartier swarovski pandora hugoboss lacoste levi levis gap forever21 mango shein temu bershka ' +
    'stradivarius pullandbear primark target costco disney hbo ralphlauren telefonica movistar claro naver zalando mozilla klarna volvocars yandex caixabank tripadvisor wechat discord ' +
    'reddit hubspot stripe twitter facebook instagram youtube github gitlab atlassian calvinklein tommy kiko yvesrocher worldvision unicef'
  ).split(' '),
)

/** Whether the registered domain is a well-known company's besides its main one, or a host's. */
export const isKnownHost = (domain: string): boolean => knownDomains.has(domain) || isSharedHost(domain)

/** Of these, payment, parcels, films and networks: frauds take their names in countries where they have no site of their own. */
const oneSiteCompanies = new Set(
  (
    'paypal visa mastercard hsbc ing santander citibank klarna stripe axa allianz generali caixabank netflix spotify dhl fedex ' +
    'ups tnt gls dpd facebook instagram linkedin twitter youtube discord microsoft'
  ).split(' '),
)

/** Where these have one: the largest markets. */
const mainMarkets = new Set(
  (
    'com de fr it es nl be at ch lu pl pt se no dk fi ie cz hu ro gr eu uk co.uk us ca com.mx mx com.br com.ar cl com.co ' +
    'com.au au co.nz nz jp co.jp co.kr kr in co.in sg com.sg hk com.hk com.tr co.za ae co.il com.my co.id co.th com.ph'
  ).split(' '),
)

/** Whether the label under com, net, org or the suffix of a country most likely belongs to the company of that name. */
export const isCommonInCompany = (label: string, suffix: string): boolean =>
  commonInMostCountries.has(label) && isOldSuffix(suffix) && (!oneSiteCompanies.has(label) || mainMarkets.has(suffix))

/** Whether the label is such a company's name where it most likely has no site. */
export const isForeignMarket = (label: string, suffix: string): boolean =>
  oneSiteCompanies.has(label) && isOldSuffix(suffix) && !mainMarkets.has(suffix)

/** Whether names under the suffix were taken long ago: com, net, org and those of countries that ask who takes one. */
export const isOldSuffix = (suffix: string): boolean =>
  /^((com?|net|org|gob|gov|or|ne|ac)\.)?[a-z]{2}$|^(com|net|org)$/.test(suffix) && !riskyCountries.has(suffix)

/** Suffixes of countries that are sold as if they were none, cheaply or for nothing. */
const riskyCountries = new Set('tk ml ga cf gq cc pw ws to su la co.in.net'.split(' '))

/** Suffixes that cost little and ask nothing: most of what is reported as phishing is under these. */
const riskySuffixes = new Set(
  (
    'xyz top icu vip cc online site shop store club live click link buzz rest fit wang work cyou sbs cfd lol bond cam quest ' +
    'monster support help security tk ml ga cf gq pw ws su life world fun space website tech pro app dev info biz asia cloud ' +
    'digital tokyo host press win bid loan men party review stream trade date download racing science webcam accountant faith cricket ' +
    'today agency email center services network systems solutions group one my.id biz.id web.id ru cn com.cn net.cn org.cn ' +
    'co.in.net eu.org uk.com us.com hair skin beauty makeup boats yachts autos homes motorcycles lat zip mov xin uno vin'
  ).split(' '),
)

/** Whether much of what is registered under the suffix is abuse. */
export const isRisky = (suffix: string): boolean => riskySuffixes.has(suffix) || riskyCountries.has(suffix)

/** Suffixes under which companies show what they make and whom they look for, besides their main domain. */
const companySuffixes = new Set('design engineering careers jobs blog foundation ventures capital'.split(' '))

/** Of these, the ones of money and jobs, which frauds take as well. */
const moneySuffixes = new Set('careers jobs foundation ventures capital'.split(' '))
export const isMoneySuffix = (suffix: string): boolean => moneySuffixes.has(suffix)

/** Hosts whose names are accounts of makers of software: a well-known name there is its owner's. */
const codeHosts = new Set('github.io gitlab.io readthedocs.io'.split(' '))

/** Whether a name that is nothing but a brand's most likely is its owner's under this suffix. */
export const isOwnersSuffix = (suffix: string): boolean => companySuffixes.has(suffix) || codeHosts.has(suffix)

/** Programs and services that others run, or are found at, in a subdomain that is called by the service's name. */
const services = new Set(
  (
    'gitlab github bitbucket jira confluence wordpress outlook teams sharepoint slack discord telegram twitter youtube facebook ' +
    'instagram linkedin twitch reddit medium trello notion zoom webex box signal docusign salesforce hubspot zendesk mailchimp'
  ).split(' '),
)
export const isServiceName = (text: string): boolean => services.has(text)

/** What hosts are called by what they do, where a brand's name is one slip away. */
const hostLabels = new Set('openapi openid webmail mailer mailout metrics statics'.split(' '))
export const isHostLabel = (text: string): boolean => hostLabels.has(text)
