/** A typed name as the beginning of file names: letters, digits, points and hyphens, at most 60 characters. */
export function fileNameOf(typed: string): string {
  const plain = typed
    .normalize('NFC')
    .replace(/\.(xlsx?|csv|txt)$/i, '')
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
  return Array.from(plain).slice(0, 60).join('') || 'result'
}
