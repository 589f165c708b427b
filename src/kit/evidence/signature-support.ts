/** Test 2 of RFC 8032, section 7.1: whoever can verify Ed25519 finds this signature valid. */
const known = {
  key: '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
  text: '72',
  signature:
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da' +
    '085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
}

export type Subtle = typeof globalThis.crypto.subtle

/** Web Crypto; undefined on a page that came over plain HTTP. */
export const subtleHere = (): Subtle | undefined => globalThis.crypto.subtle as Subtle | undefined

/** Whether Ed25519 signatures can be verified here: not on a page from plain HTTP, and not in older browsers. */
export async function canVerifyEd25519(): Promise<boolean> {
  const subtle = subtleHere()
  if (!subtle) return false
  const [key, text, signature] = [known.key, known.text, known.signature].map(bytesOf)
  try {
    const imported = await subtle.importKey('raw', key!, 'Ed25519', false, ['verify'])
    return await subtle.verify('Ed25519', imported, signature!, text!)
  } catch {
    return false
  }
}

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (two) => Number.parseInt(two, 16))
