const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  apos: "'",
  nbsp: ' ',
}

/**
 * The words of a page or an HTML mail, a line for each of its lines and blocks. Never fails: what is no HTML is text. Strangers
 * wrote it: each pattern looks at every sign once, so that nothing holds the house up.
 */
export function textOfMarkup(markup: string): string {
  const text = markup
    .replace(/<(script|style|noscript|template)\b[\s\S]*?(<\/\1\s*>|$)/gi, ' ')
    .replace(/<!--[\s\S]*?(-->|$)/g, ' ')
    .replace(/\s/g, ' ')
    .replace(/<(br|\/?(p|div|tr|li|h[1-6]|blockquote))\b[^<>]*>/gi, '\n')
    .replace(/<[a-z/!?][^>]*(>|$)/gi, ' ')
  return withEntities(text)
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n')
}

/** Text in which named signs stand for themselves. */
export function withEntities(text: string): string {
  return text.replace(/&(#39|\w{2,5});/g, (whole, name: string) => entities[name] ?? whole)
}
