import { listRefusals } from '#features/trademarks/messages.ts'
import { invalid } from '#kit/server/problem.ts'
import { marksdbKey } from './marksdb-key.ts'

/**
 * Verifies a list of the clearinghouse against its detached OpenPGP signature (.sig), and returns the digest of the
 * signature, such as 'SHA-1'. 422 on `file` when the signature is not valid for it.
 */
export async function checkListSignature(list: string, signature: string): Promise<string> {
  // Loaded on demand: few installations ever load a list.
  const { createMessage, enums, readKey, readSignature, verify } = await import('openpgp')
  const read = await readSignature({ armoredSignature: signature }).catch(() => undefined)
  if (!read) throw invalid({ file: listRefusals.noSignature })
  const { signatures } = await verify({
    message: await createMessage({ binary: Buffer.from(list, 'utf8') }),
    signature: read,
    verificationKeys: await readKey({ armoredKey: marksdbKey }),
    // The clearinghouse signs with SHA-1; exploiting its collisions takes control over the list that is signed.
    config: { rejectMessageHashAlgorithms: new Set([enums.hash.md5, enums.hash.ripemd]) },
  })
  const [own] = signatures
  if (!own || !(await own.verified.catch(() => false))) throw invalid({ file: listRefusals.notSigned })
  const digest = (await own.signature).packets[0]?.hashAlgorithm ?? undefined
  return digest === undefined
    ? 'an unknown digest'
    : enums
        .read(enums.hash, digest)
        .toUpperCase()
        .replace(/^SHA(?=\d)/, 'SHA-')
}
