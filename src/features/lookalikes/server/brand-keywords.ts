import { getDomainWithoutSuffix } from 'tldts'
import { skeleton } from './host-text.ts'
import type { Keyword } from './judge.ts'
import { companyStep, frequencyStep, isWordWithin } from './ordinary-words.ts'

export type Brand = {
  keyword: string
  /** Domains of the brand itself: they and what is below them never match this keyword. */
  ownDomains: string[]
}

/** How names write an '&': left out, or as the word. */
const forAmpersand = ['', 'and', 'und', 'et', 'y', 'en']

/** The keyword in letters and digits, in each way in which it is written; none for one in another script. */
export function keywordsOf({ keyword }: Brand): Keyword[] {
  const words = /\p{L}\s*[&+]\s*\p{L}/u.test(keyword) ? forAmpersand : ['']
  const texts = words.map((word) =>
    skeleton(
      keyword
        .toLowerCase()
        .replace(/[&+]/g, word)
        .replace(/[\s._'’-]+/g, ''),
    ),
  )
  return texts
    .filter((text) => /^[a-z0-9]{2,63}$/.test(text))
    .map((text) => keywordOf({ keyword, text, shown: keyword }))
}

/** Of a brand with very many sites that have its keyword in their name. */
const maxOwnNames = 20
const shortestOwnName = 8

/**
 * The names of a brand's own sites that have its keyword, where that alone is a word or too short to be sure of:
 * 'boatlifestyle' of boAt is nobody else's.
 */
export function ownNames({ keyword, ownDomains }: Brand, keywords: readonly Keyword[]): Keyword[] {
  const unsure = keywords.filter((one) => one.isOrdinary || one.isRareWord || one.text.length < 5)
  if (unsure.length === 0) return []
  const names = new Map<string, string>()
  for (const domain of ownDomains) {
    if (names.size === maxOwnNames) break
    // The list may have thousands of domains, and those of sellers too.
    const joined = domain.toLowerCase().replaceAll('-', '')
    if (!unsure.some(({ text }) => joined.includes(text))) continue
    const shown = getDomainWithoutSuffix(domain)?.toLowerCase() ?? ''
    const text = skeleton(shown.replaceAll('-', ''))
    const isOwn = text.length >= shortestOwnName && unsure.some((one) => text !== one.text && text.includes(one.text))
    if (isOwn && /^[a-z0-9]+$/.test(text) && !isWordWithin(text, companyStep)) names.set(text, shown)
  }
  return [...names].map(([text, shown]) => keywordOf({ keyword, text, shown }))
}

function keywordOf({ keyword, text, shown }: Pick<Keyword, 'keyword' | 'text' | 'shown'>): Keyword {
  return {
    keyword,
    text,
    shown,
    isOrdinary: isEveryday(text),
    isRareWord: !isEveryday(text) && isWordWithin(text, companyStep - 1),
    isUnlisted: text.length > 4 && frequencyStep(text) === undefined,
    core: text.length > 4 && isWordWithin(text.slice(1), wordSteps) ? text.slice(1) : undefined,
  }
}

const isEveryday = (text: string): boolean => isWordWithin(text, everydaySteps)

/** A keyword among the first 8,000 words of a language is an everyday word. */
const everydaySteps = 5

/** What is left of a keyword without its first letter is a word among the first 30,000. */
const wordSteps = 7
