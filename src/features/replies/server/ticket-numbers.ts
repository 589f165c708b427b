const longest = 80
/**
 * How ticket systems mark their subjects, so that an answer finds its ticket again: RT '[host #123]', OTRS
 * '[Ticket#2026…]', Kayako '[#ABC-123-45678]', Zendesk and Freshdesk '[#123]', Salesforce 'ref:_00D…:ref', Jira 'ABC-123'.
 */
const marks = [
  /\bref:_?[\w.!-]{6,60}:ref\b/,
  /\[[^\][]{0,40}#\s?[\w-]{2,40}\]/,
  /\[(?:ticket|case|request|incident|report|abuse|ref(?:erence)?)[^\][]{0,12}[\w-]*\d[\w-]*\]/i,
  /\[[A-Z]{2,12}-\d{2,12}(?:-\d{2,12})?\]/,
  /\((?:ticket|case|ref(?:erence)?)[ #:]{1,3}[\w-]*\d[\w-]*\)/i,
]
const named =
  /\b(?:ticket|case|incident|report|reference|request|tracking|complaint)(?:[ -](?:id|no\.?|number|nr\.?))?\s?(?:is|:|#|№)\s?#?\s?([A-Z0-9][\w-]{0,38}\d[\w-]{0,20})/i

/** Zendesk: 'Your request (1234567) has been received'. */
const inBrackets = /\b(?:ticket|case|request) \(#?(\d{4,12})\)/i

/** The mark of a report's ticket, as an answer's subject should repeat it; null where there is none. */
export function ticketIn(subject: string, body: string): string | null {
  const found = marks.map((mark) => mark.exec(subject)?.[0]).find(Boolean) ?? marks[0]!.exec(body.slice(0, 20_000))?.[0]
  if (found) return plain(found)
  const number = [named, inBrackets]
    .flatMap((pattern) => [subject, body.slice(0, 1500)].map((text) => pattern.exec(text)?.[1]))
    .find(Boolean)
  // A UUID is ours: the id of the notice that the desk repeats.
  if (number === undefined || /^[0-9a-f]{8}-[0-9a-f]{4}/i.test(number)) return null
  return plain(`[#${number}]`)
}

const plain = (text: string): string => text.replace(/[\r\n\t\u0000]+/g, ' ').slice(0, longest)
