import fc from 'fast-check'

const part = fc.string({ unit: 'grapheme', maxLength: 12 }).map(encodeURIComponent)

/**
 * For tests: random web addresses with paths, queries and fragments of any character. The library's own generator takes
 * seconds to start, because it tries every character there is.
 */
export const webAddress = fc
  .tuple(
    fc.constantFrom('http://', 'HTTPS://', 'http://www.', 'https://WWW.'),
    fc.domain(),
    fc.constantFrom('', ':8443'),
    fc.array(part, { maxLength: 4 }).map((parts) => parts.map((one) => `/${one}`).join('')),
    fc.option(part.map((query) => `?q=${query}`)).map((query) => query ?? ''),
    fc.option(part.map((fragment) => `#${fragment}`)).map((fragment) => fragment ?? ''),
  )
  .map((parts) => parts.join(''))
