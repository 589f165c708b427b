/** Words and names that distinguish a price from other amounts with a currency, in the languages of shops. */

export const priceWords =
  /(pric(e|ing)|\bprc?\b|cena|preis|prix|precio|prezzo|preco|preço|pris\b|prijs|fiyat|hinta|harga|amount|cost|betrag|kaufpreis|gia-|-gia|kwota|\bpret\b|preț|цен|стоим|timi\b|cijena)/
export const currentWords =
  /\b(current|now|sale|special|final|actual|our|main|offer|selling|sell|deal|buy|product-price|price-box|big|large|new|primary|promo|discounted)/
export const otherWords =
  /(shipping|delivery|versand|install(ment|ation)|rate-|monthly|month|per-?unit|unit-?price|base-?price|grundpreis|saving|save|discount-(amount|value)|you-save|subtotal|warranty|insurance|trade|points|loyalty|voucher|coupon|gift|deposit|eco|prime|credit|finance|range|filter|facet|slider|variant|swatch|option|addon|add-on|accessor|auction-estimate|estimate|from-price|used|lowest|omnibus)/
/** For those who subscribe or are members. */
export const bindingWords = /subscri|autoship|(member|club|insider)s?-?price|price-?(member|club)|\bclub\b/
export const otherLabels = anyOf(
  String.raw`^(?:før|nu og før|medlemspris|förr|tidl\.|aiemmin|vorher|bisher)\b`,
  // What it costs to send, and other things that are paid besides.
  String.raw`\bp\s?&\s?p\b|versand|משלוח|доставк|shipping|delivery|up to|moins de|jusqu|hasta|less than|lieferung|livraison|dostaw|spedizione|env[ií]o|frete|ongkir|szállít|kargo|toimitus|frakt|배송|送料|運費|运费|deposit|orders? over|above|minimum|trade.?in|inzahlung|reprise`,
  // A part of it, or of something of its measure.
  String.raw`havale|pix\b|transferencia|раты|на месяцев|ผ่อน|trả góp|ratenzahlung|\braten\b|rat[ay] od|kredyt|splátk|cicilan|دفعات|قسط|اقساط|每期|分期|분할|할부|рассрочк|instal|taksit|osamaksu|תשלומים|cuotas|parcelas|sem juros|\d ?x de |monat|mtl\.|/\s?(mo|month|mes|mois|m[eê]s|monat|miesi|мес|ay|kk|md|mn[dt]|mån|tháng|kg|l|m2|m²|100\s?(g|ml))\b|per month|al mes|mensual|grundpreis|unit price`,
  // What is saved, and given.
  'save|sparen|you save|risparmi|ahorra|oszcz|ušet|spar |économi|economiz|tiết kiệm|وفر|points|cashback|voucher|coupon|bonus',
  // Before the reduction, and the lowest of the last 30 days (directive 2019/2161).
  String.raw`rrp|uvp|msrp|list price|statt|instead of|was:|reg\.|regular price|prima|avant|before|old price|ursprüng|adviesprijs|eredeti|běžná|norm\.|\bord\. ?pris|tidigare|förpris|giá (?:gốc|bìa|cũ)|harga (?:normal|coret)|市価|市價|定価|参考価格|小売価格|原價|原价|建議售價|建议零售|市場價|市场价|정가|소비자가|piyasa fiyat|market price|etiket fiyat|prezzo consigliato|precio (?:de lista|anterior|recomendado)|preço (?:de tabela|recomendado)|pvp(?:r| recom)|cena katalogowa|cena regularna|doporučená cena|предишна цена|рекомендованная|старая цена|стара цена|старая|стара ціна|παλιά τιμή|αρχική τιμή|السعر (?:قبل|السابق|الأصلي)|قیمت (?:قبل|اصلی)|מחיר (?:קודם|מקורי|מחירון)|ราคา(?:ปกติ|เดิม|เต็ม)|^de r\$|^od r\$|prix conseill|prezzo di listino|lowest|niedrigster|najniższa|nejnižší|najnižš|najniža|cel mai mic|laagste|plus bas|más bajo|mais baixo|più basso|legalacsonyabb|lägsta|laveste|alin hinta|най-ниск`,
  // For some people, or for more than one thing.
  String.raw`member|mitglied|с картой|with (?:our|the|your) card|mit karte|con tarjeta|no cart[aã]o|\bclub|\bsoci[oi]\b|会員|회원|subscri|abonn|定期|정기|autoship|starting price|starting bid|from us|used from|gebraucht|2nd unit|2ª unidad`,
)
/** What the maker recommends to pay, where a shop names it. */
export const listLabels =
  /\b(?:rrp|uvp|msrp|m\.?r\.?p\.?|srp|list price|compare at|pvpr)\b|prix conseill|prezzo (?:consigliato|di listino)|precio (?:de lista|recomendado)|preço de tabela|adviesprijs|cena katalogowa|doporučená cena|рекомендованная|定価|市場価格|希望小売価格|建議售價|建议零售|市场价/iu

function anyOf(...lists: string[]): RegExp {
  return new RegExp(lists.join('|'), 'i')
}

/** Without value-added tax: not the price, where the price with it stands first. */
export const withoutTax =
  /(ekskl|excl?\.? |excluding|ohne mwst|zzgl\.? mwst|netto|\bnet\b|bez dph|bez vat|brez ddv|bez pdv|fără tva|hors tax|\bht\b|sin iva|sem iva|iva esclusa|ex\.? vat|без ндс|plus vat|\+ ?vat|alv 0|áfa nélkül|kdv hariç)/i
export const withoutTaxNames = /(price|tax|vat)-?(tax|excl|ex|net|no-?tax)\b|no-?tax|excl-?(vat|tax)|ex-?vat/

export const usualNames = /\b(regular|normal|usual|standard|full)|regular$/
export const usualLabels =
  /通常価格|通常售價|一般價|一般价|regular price|normalpreis|prix (?:normal|habituel)|precio (?:normal|habitual|regular)|preço normal|prezzo (?:normale|pieno)|normale prijs|обычная цена|звичайна ціна|běžná cena|bežná cena|cena (?:regularna|standardowa)|normalpris|norm\. pris|normaalihinta|preț (?:întreg|normal)|normál ár|κανονική τιμή|redovna cijena|redna cena|normal fiyat|정상가|판매가/iu

/** '249,-', '249:-' and '19.–': an amount without cents, which shops write without a currency. */
export const wholeAmount = /^(?:\p{L}{1,12}\.? )?\d{1,3}(?:[ .']?\d{3})*[,.:] ?[-–—]{1,2}$/u

/** '6x $': how many parts a price is paid in. */
export const isCountOfParts = /(?:^|[^\d.,])\d{1,2} ?[x×] ?(?:de |à |da |of )?\D{0,4}$/iu

export const taxIncluded =
  /税込|含[税稅]|\bttc\b|incl?\.? ?(?:vat|tax|gst)|inkl\.? ?(?:mwst|moms|mva|ust)|iva (?:incl|inclu)|(?:con|com) iva|brutto|s dph|vč\. dph|z vat|kdv dahil|с ндс|з пдв|με φπα|vat 포함|부가세 포함/i
