import type { Outline } from './page-outline.ts'

/** What a shop writes before the name of the one who sells, with or without a colon. */
const soldBy = [
  '(?:ships from and |dispatched from and )?sold(?: and (?:shipped|dispatched|delivered|fulfilled)| & shipped)? by',
  'verkauf(?:t)? (?:und versandt? )?(?:durch|von)',
  'verkauf und versand durch',
  'vendus?(?: et (?:expédié|livré)s?)? par',
  'vendid[oa](?: (?:e|y) (?:entregue|enviad[oa]|despachado))? por',
  'vendut[oa](?: e spedit[oa])? da',
  'verkocht(?: en (?:verzonden|geleverd))? door',
  'säljs(?: och levereras)? av',
  'sælges af',
  'sprzedawane przez',
  'prodává(?: a doručuje)?',
  'dijual (?:oleh|dan dikirim oleh)',
  'được bán bởi',
  'ขายโดย',
  'продает',
  'продавець',
  'يباع من',
]
/** What a shop calls the one who sells. */
const sellerWords = [
  'seller(?: name)?',
  'fulfilled by',
  'supplier',
  'vendor',
  'merchant',
  'verkäufer',
  'anbieter',
  'händler',
  'vendeur',
  'vendedor(?:a)?',
  'venditore',
  'sprzedawca',
  'sprzedaje',
  'prodejce',
  'predajca',
  'verkoper',
  'säljare',
  'sælger',
  'selger',
  'myyjä',
  'eladó',
  'vânzător',
  'satıcı',
  'продавец',
  'البائع',
  'מוכר',
  'penjual',
  'người bán',
  'ผู้ขาย',
  '販売元',
  '販売者',
  '販売店',
  '出品者',
  '賣家',
  '卖家',
  '店铺',
  '店鋪',
  '商家',
  '판매자',
  '판매처',
]
const sellerLabels = new RegExp(`^(?:${[...soldBy, ...sellerWords].join('|')})$`, 'iu')
const soldByName = new RegExp(`^(?:${soldBy.join('|')}) (.{2,60})$`, 'iu')

/** The one who sells, where the page names it: 'Sold by: Name', in one text or in two. */
export function findSeller({ short }: Outline): string | undefined {
  for (const [at, { text, order, isAside }] of short.entries()) {
    if (isAside || text.length > 110) continue
    const divided = /^([^:：]{2,40})\s?[:：]\s?(.{2,60})$/u.exec(text)
    if (divided && sellerLabels.test(divided[1]!.trim())) return divided[2]!.trim()
    const inline = soldByName.exec(text)
    if (inline) return inline[1]!.replace(/\s+and fulfilled.*$|[.,]$/i, '').trim()
    if (!sellerLabels.test(text.replace(/[\s:：]+$/u, ''))) continue
    const next = short.slice(at + 1, at + 4).find((one) => one.text !== text && one.order - order < 8)
    if (next !== undefined && next.text.length <= 80 && /\p{L}/u.test(next.text)) return next.text
  }
  return undefined
}
