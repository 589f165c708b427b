import { isIP } from 'node:net'
import { z } from 'zod'

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

/** A whole number between two, both included. */
export const integerBetween = (min: number, max: number) =>
  z.coerce.number('must be a number').int('must be a whole number').min(min).max(max)

/** IP addresses, separated by commas, as a list. */
export const addresses = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
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
  .transform((text) => text.split(',').map((one) => one.trim()))
  .refine((list) => list.every(isProxy), {
    message: 'must be addresses or networks like 10.0.0.0/8, separated by commas, or loopback, linklocal, uniquelocal',
  })
  .transform((list) => list.join(','))
