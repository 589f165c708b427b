import { countText } from './numbers.ts'

/** Invisible characters: soft hyphens, zero-width spaces, marks that change the text direction. */
const invisibleCharacters = /[\u00ad\u200b\p{Bidi_Control}\u2060-\u2064\ufeff]/gu

/**
 * Normalises a name for storage and comparison, so that names that look the same are the same: Unicode NFC, one plain
 * space between words, no invisible characters. Control characters are left in, so that validation can reject them. The
 * joiners of Indian scripts stay, because there they change how a word is read.
 */
export const tidyName = (name: string): string =>
  name
    .replace(invisibleCharacters, '')
    .normalize('NFC')
    .replace(/\p{Zs}+/gu, ' ')
    .trim()

/** The first names of a list, and how many more there are. */
export const firstNames = (names: readonly string[], max: number): string =>
  `${names.slice(0, max).join(', ')}${names.length > max ? ` and ${countText(names.length - max)} more` : ''}`

/** A name with its indefinite article, for sentences: 'an E-commerce', 'a Website'. By letter, not by sound. */
export const withArticle = (name: string): string => `${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name}`
