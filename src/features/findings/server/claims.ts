import { messages } from '#features/findings/messages.ts'
import { forbidden, invalid } from '#kit/server/problem.ts'
import { isStaff, type Session } from '#kit/server/session.ts'
import { platformOf } from '#platforms/all.ts'
import { trapPurchase } from '#platforms/trap-purchase.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'

/** The platform of that name; a trap purchase is an e-commerce finding (G48). Throws 422 for an unknown name. */
export function platformNamed(name: string): FindingPlatformDefinition {
  const platform = platformOf(/^trap-?purchase$/i.test(name) ? trapPurchase.value : name)
  if (!platform) throw invalid({ platform: messages.platformNotValid })
  return platform
}

/** Throws 422 for a module that does not show the platform's findings (G67). */
export function checkModule(platform: FindingPlatformDefinition, module: string | undefined): void {
  if (module && ![platform.module, platform.key, platform.path, 'dashboard', ...platform.views].includes(module))
    throw invalid({ module: messages.moduleNotValid })
}

/** Throws 403 for a company or brand outside a Client's scope (G38); undefined is not checked. */
export function checkScope(session: Session, company: string | undefined, brand: string | undefined): void {
  if (isStaff(session)) return
  if (company !== undefined && !session.companyIds.includes(company)) throw forbidden()
  if (brand !== undefined && !session.brands.some((one) => one.id === brand)) throw forbidden()
}

/** The id of a record that was sent as an object or as its id; undefined when nothing was sent. */
export function idIn(sent: unknown): string | undefined {
  if (sent === null || sent === undefined || sent === '') return undefined
  if (typeof sent === 'string') return sent.toLowerCase()
  if (typeof sent !== 'object') return ''
  const { id, _id } = sent as { id?: unknown; _id?: unknown }
  return String(id ?? _id ?? '').toLowerCase()
}
