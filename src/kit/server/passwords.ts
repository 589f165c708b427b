/** Loaded with the first sign-in: 3 MB. */
const argon2 = () => import('@node-rs/argon2')

// OWASP's second choice for Argon2id: 19 MiB, two passes, one lane; one hash takes 11–20 ms on two cores.
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** The stored hash of a password: Argon2id with its own salt. */
export const hashPassword = async (password: string): Promise<string> => (await argon2()).hash(password, strength)

let decoy: Promise<string> | undefined

/**
 * Whether the password matches the stored hash. Takes the same time without one, so that timing reveals no accounts.
 */
export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password')
  const { verify } = await argon2()
  const matches = await verify(stored ?? (await decoy), password)
  return matches && Boolean(stored)
}
