import type { Outline } from './page-outline.ts'

const sellerLabels =
  /^(sold by|seller|sold and shipped by|sold & shipped by|ships from and sold by|fulfilled by|supplier|vendor|merchant|verkauf durch|verkauft von|verkäufer|anbieter|vendu par|vendeur|vendu et expédié par|vendido (por|y enviado por|e entregue por)|vendedor|venduto da|venditore|sprzedawca|sprzedaje|prodejce|predajca|verkoper|verkocht door|säljare|sælger|myyjä|satıcı|продавец|продает|البائع|يباع من|מוכר|販売元|賣家|卖家|판매자)$/iu

/** The one who sells, where the page names it: 'Sold by: Name', in one text or in two. */
export function findSeller({ short }: Outline): string | undefined {
  for (const [at, { text, order, isAside }] of short.entries()) {
    if (isAside || text.length > 110) continue
    const divided = /^([^:：]{4,40})\s?[:：]\s?(.{2,60})$/u.exec(text)
    if (divided && sellerLabels.test(divided[1]!.trim())) return divided[2]!.trim()
    const inline = /^((?:sold|verkauft|vendu|vendido|venduto|verkauf) (?:by|von|par|por|da|durch)) (.{2,60})$/iu.exec(
      text,
    )
    if (inline) return inline[2]!.replace(/\s+and fulfilled.*$|[.,]$/i, '').trim()
    if (!sellerLabels.test(text.replace(/[\s:：]+$/u, ''))) continue
    const next = short.slice(at + 1, at + 4).find((one) => one.text !== text && one.order - order < 8)
    if (next !== undefined && next.text.length <= 80 && /\p{L}/u.test(next.text)) return next.text
  }
  return undefined
}
