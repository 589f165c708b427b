import { isIP } from 'node:net'
import { z } from 'zod'
import { sources } from '#sources/all-sources.ts'
import type { SourceSettings } from '#sources/source.ts'
import { readBusinessHours } from '#vocabulary/business-hours.ts'

/** The parts of a text between commas, without space around them. */
export const commaList = (text: string): string[] => text.split(',').map((one) => one.trim())

export const isYes = (text: string | undefined): boolean => text === '1' || text === 'true'

/** A switch: 1 or true, 0 or false. */
export const yesNo = z.enum(['0', '1', 'true', 'false'], { message: 'must be 0 or 1' }).transform((text) => isYes(text))

/** A time zone by its name. */
export const zone = z.string().refine(
  (name) => {
    try {
      return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
    } catch {
      return false
    }
  },
  { message: 'must be a time zone like Asia/Kolkata' },
)

/** Working days and hours. */
export const businessHours = z.string().transform((text, context) => {
  const read = readBusinessHours(text)
  if (!read) context.addIssue({ code: 'custom', message: 'must be days and hours like Mon-Fri 09:00-18:00' })
  return read!
})

/** A whole number between two, both included. */
export const integerBetween = (min: number, max: number) =>
  z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`)

/** IP addresses, separated by commas, as a list. */
export const addresses = z
  .string()
  .transform(commaList)
  .refine((list) => list.every((one) => isIP(one) > 0), { message: 'must be IP addresses, separated by commas' })

/** An address, a network (10.0.0.0/8), or one of the names that stand for some. */
const isProxy = (text: string): boolean => {
  const [address = '', bits] = text.split('/')
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return longest > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest))
}

/** The proxies in front, as Fastify takes them. */
export const proxyList = z
  .string()
  .transform(commaList)
  .refine((list) => list.every(isProxy), {
    message: 'must be addresses or networks like 10.0.0.0/8, separated by commas, or loopback, linklocal, uniquelocal',
  })
  .transform((list) => list.join(','))

/** Other origins of sources: 'twitter=https://gateway.example/x, …'. */
export const sourceUrls = z.string().transform((text, context) => {
  const pairs = commaList(text).map((one) => one.split(/=(.*)/s))
  const isRight = pairs.every(([key = '', url = '']) => Object.hasOwn(sources, key) && /^https?:\/\/\S+$/.test(url))
  if (!isRight) context.addIssue({ code: 'custom', message: 'must be like twitter=https://…,meesho=https://…' })
  return Object.fromEntries(pairs.map(([key, url]) => [key, url])) as SourceSettings['origins']
})

/** A web address. */
export const webUrl = z.url({ protocol: /^https?$/, message: 'must be an http or https address' })

/** The web address of a whole host: what would be below a path has its scripts and calls at the root. */
export const webOrigin = webUrl.refine(
  (text) => !URL.canParse(text) || new URL(text).href === `${new URL(text).origin}/`,
  {
    message:
      'must be an address without a path, like https://console.example.com: give the console a host name of its own',
  },
)

/** Origins like http://search.internal:8080, separated by commas. */
export const webOrigins = z
  .string()
  .transform((text) => commaList(text).map((one) => one.replace(/\/$/, '')))
  .refine((list) => list.every((one) => /^https?:/.test(one) && URL.parse(one)?.origin === one), {
    message: 'must be like http://search.internal:8080,https://stamps.internal',
  })

/** One or two web addresses of time-stamp authorities, separated by a comma. */
export const authorityList = z
  .string()
  .transform(commaList)
  .refine((list) => list.length <= 2 && list.every((one) => /^https?:$/.test(URL.parse(one)?.protocol ?? '')), {
    message: 'must be one or two http or https addresses, separated by a comma',
  })
