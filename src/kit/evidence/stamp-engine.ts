import { CryptoEngine } from 'pkijs'
import { type Subtle, subtleHere } from './signature-support.ts'

/**
 * Web Crypto for pkijs, which says of each failure that the signature is not valid; `lacks` tells whether an algorithm
 * was missing. Undefined without Web Crypto.
 */
export function openEngine(): { engine: CryptoEngine; lacks: () => boolean } | undefined {
  const subtle = subtleHere()
  if (!subtle) return undefined
  let lacks = false
  const noting =
    <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      try {
        return await call(...args)
      } catch (problem) {
        if ((problem as Error).name === 'NotSupportedError') lacks = true
        throw problem
      }
    }
  const crypto = {
    subtle: {
      importKey: noting((...args: Parameters<Subtle['importKey']>) => subtle.importKey(...args)),
      verify: noting((...args: Parameters<Subtle['verify']>) => subtle.verify(...args)),
      digest: noting((...args: Parameters<Subtle['digest']>) => subtle.digest(...args)),
    },
  }
  const engine = new CryptoEngine({ name: 'noting', crypto: crypto as unknown as typeof globalThis.crypto })
  return { engine, lacks: () => lacks }
}
