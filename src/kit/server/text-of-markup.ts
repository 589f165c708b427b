import { onOneLine } from '#vocabulary/one-line.ts'

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
 * The text of a web page or an HTML email, one line for each of its lines and blocks. Never fails: what is not HTML is
 * text. The input is untrusted: every pattern runs in linear time, so that no input can block the server.
 */
export function textOfMarkup(markup: string): string {
  const text = markup
    .replace(/<(script|style|noscript|template)\b[\s\S]*?(<\/\1\s*>|$)/gi, ' ')
    .replace(/<!--[\s\S]*?(-->|$)/g, ' ')
    .replace(/\s/g, ' ')
    .replace(/<(br|\/?(p|div|tr|li|h[1-6]|blockquote))\b[^<>]*>/gi, '\n')
    .replace(/<[a-z/!?][^>]*(>|$)/gi, ' ')
  return decodeEntities(text).split('\n').map(onOneLine).filter(Boolean).join('\n')
}

/** Replaces the common HTML entities by their characters. */
export function decodeEntities(text: string): string {
  return text.replace(/&(#39|\w{2,5});/g, (whole, name: string) => entities[name] ?? whole)
}
