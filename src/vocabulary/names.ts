/** What nobody sees in a name: soft hyphens, spaces without width, marks that turn the reading direction around. */
const unseen = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g

/**
 * A name as it is kept and compared, so that two that look the same are the same: letters composed (NFC), one plain space
 * between words, nothing unseen. Control characters are left for who refuses them. The joiners of Indian scripts stay: there they change what is read.
 */
export const tidyName = (name: string): string =>
  name
    .replace(unseen, '')
    .normalize('NFC')
    .replace(/\p{Zs}+/gu, ' ')
    .trim()
