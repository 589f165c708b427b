import { textOfMarkup, decodeEntities } from '#kit/server/text-of-markup.ts'
import { onOneLine } from '#vocabulary/one-line.ts'

/** A parsed page: its title, its text without markup, and the markup. */
export type ParsedPage = { title: string; text: string; markup: string }

/**
 * Parses the bytes of a page as far as evidence needs it. Never fails: what is not HTML is text. The visited site
 * controls these bytes: each pattern reads every character once, so that no page can block the server.
 */
export function parsePage(body: Buffer): ParsedPage {
  const markup = body.toString('utf8').replaceAll('\u0000', '')
  const title = /<title[^<>]*>([^<]{0,2000})/i.exec(markup)?.[1] ?? ''
  return { title: onOneLine(decodeEntities(title)), text: onOneLine(textOfMarkup(markup)), markup }
}

/** A bot check or a page that rejects robots: what lies behind it is not known. */
const challengeTitle =
  /^(just a moment|attention required|checking your browser|access denied|are you a (human|robot)|robot check|security check|verify(ing)? (that )?you are|ddos-guard|please wait|captcha|human verification|pardon our interruption)\b/i
const challengeSigns = [
  'cf-chl-',
  '/cdn-cgi/challenge-platform/h/',
  'px-captcha',
  'g-recaptcha-response',
  'geo.captcha-delivery.com',
]

/** Sites that show strangers a sign-in page in place of any other. Elsewhere it is the page itself: most phishing is one. */
const sitesWithSignIn =
  /(^|\.)(facebook|instagram|threads|linkedin|pinterest|tiktok|snapchat|twitter|x|vk|ok|weibo|quora|reddit)\.[a-z]{2,3}(\.[a-z]{2})?$/
const signInTitle = /^(log ?in|sign ?in)\b/i

/** Whether a page, found at this address, stands in the way of another. */
export const isChallenge = (page: ParsedPage, address: string): boolean =>
  challengeTitle.test(page.title) ||
  (signInTitle.test(page.title) && URL.canParse(address) && sitesWithSignIn.test(new URL(address).hostname)) ||
  (page.text.length < 600 && challengeSigns.some((sign) => page.markup.includes(sign)))

/** The page that a host shows in place of a suspended site. */
export const isSuspended = (page: ParsedPage, address: string): boolean =>
  /\/cgi-sys\/suspendedpage\.cgi/.test(address) ||
  (page.text.length < 2000 &&
    /^(account suspended|this account has been suspended|website suspended)\b/i.test(page.title))

/** Addresses that require people to sign in before they see anything. */
export const isSignInPage = (address: string): boolean =>
  /\/(log-?in|sign-?in|authwall|checkpoint|captcha|challenge|consent)\b/i.test(new URL(address).pathname)
