import type { User } from '#features/sessions/contract-schemas.ts'
import type { Person, Scope } from './queries.ts'

/** The signed-in user as the browser stores it (C-143); contains no secret except the token itself. */
export function presentUser(person: Person & Scope, token: string): User {
  return {
    id: person.id,
    _id: person.id,
    role: person.role,
    username: person.username,
    firstName: person.firstName,
    lastName: person.lastName,
    avatar: person.avatar,
    seen: person.seen,
    twoFactorAuth: person.twoFactor,
    isVerified: true,
    isGoogleAuth: person.isGoogle ? 1 : 0,
    maskEmailId: maskedAddress(person.email),
    jwtToken: token,
    companyDetails: person.companies.map(({ id, name }) => ({ _id: id, id, name })),
    brandDetails: person.brands.map((brand) => ({
      id: brand.id,
      brandName: brand.brandName,
      company: brand.companyId,
      status: true,
      platform: brand.platforms,
    })),
  }
}

/** The fields of a user who has not entered the one-time code yet (G21). */
export function presentPendingUser(person: Person, token: string, secondStep?: User['secondStep']): User {
  return {
    id: person.id,
    twoFactorAuth: true,
    isVerified: false,
    ...(secondStep ? { secondStep } : {}),
    maskEmailId: maskedAddress(person.email),
    jwtToken: token,
  }
}

/** client@demo.test → cl****@demo.test: enough to recognise the mailbox. */
export function maskedAddress(address: string): string {
  const [name = '', host = ''] = address.split('@')
  return `${name.slice(0, name.length > 3 ? 2 : 1)}****@${host}`
}
