import { attributeOf, elementsOf, isUnread } from '#columns/html-tree.ts'
import type { Document, Element } from 'domhandler'
import type { Outline } from './page-outline.ts'

/** Words for a shop's number of a product, in the languages shops are written in; the strongest first. */
const strong =
  /^(?:(?:product|item|style|shop|stock)?\s*sku|produktnummer|objednací kód|symbol|indeks produktu|produkt-?nr\.?|prod\.?-?nr\.?|modellnummer|material-?nr\.?|bestelcode|bestelnr\.?|numéro d.article|n[o°º]\.? ?(?:d.)?article|art|order (?:no|number|code)\.?|anzeigen-?(?:id|nr\.?)|annoncenr\.?|nr oferty|n[uú]mero de (?:art[ií]culo|an[uú]ncio)|e?\w* ?item number|κωδικός(?: προϊόντος)?|код товару|รหัสสินค้า|mã (?:sản phẩm|sp|hàng)|kode (?:produk|barang)|상품 ?번호|품번|货号|產品編號|产品编号|ugs|cód\.?(?: (?:do |del )?(?:produto|producto))?|cod\.|prekės kodas|preces kods|tuotenro\.?|kode sku|mã sku|รหัส|کد (?:محصول|کالا)|شناسه (?:محصول|کالا)|מספר (?:מוצר|קטלוגי)|管理番号|商品管理番号|商品货号|商品代号|貨品編號|каталожен номер|код на (?:продукта|стоката)|продуктов номер|шифра(?: (?:производа|артикла))?|varenr|vörunúmer|número de referencia|n[º°] (?:de )?(?:ref\.?|referencia|artículo|artigo)|code (?:produit|article)|codi|sku (?:no|number|id|code)\.?|artikelnummer|artikel-?nr\.?|art\.?[ -]?nr\.?|bestell-?nr\.?|bestellnummer|artikelnr\.?|item (?:no|number|#|id|code|num)\.?|item|product (?:code|id|number|no|#|ref(?:erence)?)\.?|product code|prod(?:uct)?\.? ?(?:code|id|no)|catalog(?:ue)? (?:no|number|#)\.?|cat\.? ?no\.?|article (?:no|number|id)\.?|article|style (?:no|number|code|#)\.?|réf(?:érence|\.)?(?: produit| article| interne)?|ref(?:erencia|erence|\.)?(?: (?:no|number|#))?|referência|riferimento|codice(?: (?:prodotto|articolo))?|cod\.? ?(?:prodotto|articolo|art\.?|produto|producto)?|código(?: (?:de|do) (?:producto|produto|artículo))?|codigo(?: del producto)?|sku interno|kod(?: (?:produktu|towaru|výrobku|zboží|tovaru|proizvoda|artikla))?|kód(?: (?:produktu|tovaru|zboží|výrobku))?|katalogové číslo|obj\. ?č(?:íslo|\.)?|objednací číslo|indeks|nr (?:produktu|katalogowy|ref(?:\.|erencyjny)?|art(?:\.|ikla)?)|numer (?:produktu|katalogowy|referencyjny)|šifra(?: (?:izdelka|proizvoda|artikla))?|artikkelnummer|varenummer|varenr\.?|tuotenumero|tuotekoodi|tootekood|toote kood|cikkszám|termékkód|cod produs|ürün kodu|stok kodu|артикул(?: товара)?|код(?: товара| производителя)?|номер товара|арт\.?|كود المنتج|رقم (?:المنتج|الموديل)|رمز المنتج|sku code|מק"ט|מקט|品番|商品コード|商品番号|型番|商品編號|商品编号|貨號|商品代碼|상품코드|상품번호|ad id|listing id|offer id|part (?:no|number|#)\.?|id (?:do |del |du )?(?:produto|producto|prodotto|produit|produktu?)|(?:produkt|produit|prodotto|producto|produto)-?id)$/iu

const weak =
  /^(?:kod producenta|kód výrobc[ei]|cod producător|код производителя|référence fabricant|ref\. fabricante|codice produttore|herstellernr\.?|hersteller-?(?:nr\.?|artikelnummer)|fabrikantcode|モデル|型號|型号|모델(?:명|번호)?|model kodu|модель|μοντέλο|model(?: (?:no|number|#|code))?\.?|model\/sku|modèle|modello|modelo|modell|mpn|mfr\.? ?(?:part)? ?(?:no|#)\.?|manufacturer (?:part )?(?:no|number)|ean|gtin|isbn(?:-?13)?|upc|barcode|id)$/iu

const shape = /^[\p{L}\p{N}][\p{L}\p{N}._/-]{1,39}$/u

type Candidate = { value: string; score: number }

/**
 * The number a shop gives the product: from labels, attributes and the address of the page. A value that several of
 * them agree on, or that is also in the address, wins over one that stands alone.
 */
export function findSku(
  document: Document,
  outline: Outline,
  { url, described, seen }: { url: string; described: string | undefined; seen?: string | undefined },
): string | undefined {
  const votes = new Map<string, Candidate>()
  const vote = (written: string, score: number) => {
    const value = written.replace(/^(?:art|sku|ref|no|nr|item|cod|id)[.:#]\s*(?=\w)/i, '')
    const key = keyOf(value)
    const known = votes.get(key)
    if (known === undefined) votes.set(key, { value, score })
    else known.score += score / 2
  }
  if (described !== undefined && described.length <= 60) vote(described, 3.2)
  for (const { value, score } of labelled(outline, keyOf(url))) vote(value, score)
  for (const { value, score } of named(outline)) vote(value, score)
  for (const { value, score } of attributed(document, outline)) vote(value, score)
  if (seen !== undefined && shape.test(seen) && /\d/.test(seen)) vote(seen, 2.3)
  const address = keyOf(url)
  for (const [key, one] of votes) if (key.length >= 5 && address.includes(key)) one.score += 2
  for (const { value, score } of addressed(url)) if (!votes.has(keyOf(value))) vote(value, score)
  const best = [...votes.values()].reduce<Candidate | undefined>(
    (top, one) => (top === undefined || one.score > top.score ? one : top),
    undefined,
  )
  return best !== undefined && best.score >= 1.5 ? best.value : undefined
}

/** '002.937.72' and '00293772' are one number. */
const keyOf = (value: string): string => value.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** 'SKU: 123' in one text, or 'SKU' and '123' in two that follow one another. */
function labelled({ short, titleOrder, title }: Outline, address: string): Candidate[] {
  const found: Candidate[] = []
  const nearness = (order: number, isAside: boolean) =>
    (isAside ? -2.5 : 0) +
    (title === undefined || order < titleOrder - 60 ? 0 : Math.exp(-Math.max(0, order - titleOrder) / 600))
  for (const [at, { text, order, isAside, isHidden }] of short.entries()) {
    if (found.length > 200) break
    if (text.length > 90) continue
    const divided =
      /\b(sku)[:#]? ([\p{L}\d-]*\d[\p{L}\d-]*)\./iu.exec(text) ??
      /^(sku) ([A-Z][A-Z\d-]{2,30})$/i.exec(text) ??
      /^(.{2,30}?)\s?[:：#№]\s?#?([^\s:][^:]{0,40})$/u.exec(text) ??
      /^(\p{L}{2,12})\.(\d[\d./-]{3,30})$/u.exec(text) ??
      /^(.{2,24}) ([\p{L}\d./-]*\d[\p{L}\d./-]*)$/u.exec(text)
    const [label, value] = divided
      ? [divided[1]!.trim(), divided[2]!.trim()]
      : [text.replace(/[\s:：#№.]+$/u, ''), undefined]
    const strength = strengthOf(label) || (text.includes('#') ? strengthOf(`${label} #`) : 0)
    if (strength === 0) continue
    const candidate =
      value ??
      short
        .slice(at + 1, at + 4)
        .find((next) => next.text !== text && next.order - order < 8 && /[\p{L}\p{N}]/u.test(next.text))
        ?.text.replace(/^[:#\s]+/, '')
    const clean = candidate
      ?.split(/\s[|·,(]|\s{2}/u)[0]!
      .trim()
      .replace(/[.,;]$/, '')
    if (
      clean === undefined ||
      !shape.test(clean) ||
      !(/\d/.test(clean) || (strength > 2 && (isCode(clean) || isInAddress(clean, address))))
    )
      continue
    found.push({ value: clean, score: strength + nearness(order, isAside) - (isHidden ? 0.5 : 0) })
  }
  return found
}

/** Words joined by hyphens that the address has too: 'towel-set'. */
const isInAddress = (text: string, address: string) =>
  /^[a-z]+(?:[-_][a-z]+)+$/i.test(text) && address.includes(keyOf(text))

/** Capitals joined by hyphens: a number of a product without a digit ('NP-TJ-BLK-M'). */
const isCode = (text: string) => /^[A-Z]{2,10}(?:[-_.][A-Z]{1,10}){1,6}$/.test(text)

function strengthOf(label: string): number {
  const bare = label.replace(/[\s:：#№.]+$/u, '').trim()
  if (strong.test(bare) || strong.test(label))
    return /sku|art|item|ref|réf|cod|kod|kód|арт|код|šifra/iu.test(bare) ? 3 : 2.8
  return weak.test(bare) ? 1.2 : 0
}

const numberNames =
  /(^|[\s-])(sku|product-?(code|ref(erence)?|number|sku)|article-?(no|number|nr|code)|art-?(nr|no)|item-?(no|number|code)|model-?sku|ref-?code)($|[\s-]*(value|val|text|number)?($|\s))/

/** A text that is nothing but a number, in an element named for it. */
function named({ short, titleOrder }: Outline): Candidate[] {
  return short
    .filter(
      ({ text, hint, isAside }) =>
        !isAside && text.length <= 40 && shape.test(text) && /\d/.test(text) && numberNames.test(hint.slice(0, 60)),
    )
    .slice(0, 50)
    .map(({ text, order }) => ({ value: text, score: 2.6 + Math.exp(-Math.abs(order - titleOrder) / 600) }))
}

const idAttributes: readonly (readonly [string, number])[] = [
  ['data-sku', 2.6],
  ['data-product-sku', 2.8],
  ['data-productsku', 2.6],
  ['data-product_sku', 2.8],
  ['data-article', 2.2],
  ['data-product-code', 2.9],
  ['data-product-id', 2.2],
  ['data-productid', 2.2],
  ['data-product_id', 2.2],
  ['data-pid', 2],
  ['data-item-id', 1.8],
  ['data-itemid', 1.8],
  ['data-article-number', 2.4],
  ['data-articleid', 2],
  ['data-offer-id', 1.5],
  ['data-id-product', 2],
  ['data-prod-id', 2],
  ['data-goods-id', 2],
  ['data-goodsno', 2],
]
const idInputs =
  /^(sku|product_?sku|product_?id|id_?product|pid|product|productcode|product_?code|item_?id|itemid|article|articleid|prod_?id|goods_?id|goodsno|add-to-cart|products_id|partnumber|offer_?id|listing_?id)$/i

/** Attributes and hidden inputs that hold a product's number; those of other products are left out. */
function attributed(document: Document, outline: Outline): Candidate[] {
  const counts = new Map<string, { value: string; score: number; times: number }>()
  const differing = new Map<string, Set<string>>()
  const take = (kind: string, value: string, score: number, element: Element) => {
    const clean = value.trim()
    if (!shape.test(clean) || !/\d/.test(clean) || clean.length < 3) return
    const position = outline.positions.get(element)
    if (position?.isAside) return
    const distance = position === undefined ? 1000 : Math.abs(position.order - outline.titleOrder)
    const others = differing.get(kind) ?? new Set()
    differing.set(kind, others.add(clean))
    const known = counts.get(`${kind} ${clean}`)
    if (known) known.times++
    else if (counts.size < 500)
      counts.set(`${kind} ${clean}`, { value: clean, score: score + 0.5 * Math.exp(-distance / 500), times: 1 })
  }
  for (const element of elementsOf(document)) {
    if (isUnread(element)) continue
    for (const name in element.attribs) {
      if (!name.startsWith('data-')) continue
      const known = idAttributes.find(([attribute]) => attribute === name)
      if (known) take(name, attributeOf(element, name), known[1], element)
    }
    if (element.name === 'input' && idInputs.test(attributeOf(element, 'name')))
      take(`input ${attributeOf(element, 'name')}`, attributeOf(element, 'value'), 2.2, element)
    if (attributeOf(element, 'itemprop') === 'sku' || attributeOf(element, 'itemprop') === 'productID')
      take('itemprop', attributeOf(element, 'content'), 2.5, element)
  }
  return [...counts].map(([key, { value, score, times }]) => {
    const others = differing.get(key.slice(0, key.lastIndexOf(' ')))?.size ?? 1
    return { value, score: score - Math.min(1.5, (others - 1) * 0.4) + Math.min(0.4, (times - 1) * 0.1) }
  })
}

/** Parts of the address that look like the number of a product. */
function addressed(url: string): Candidate[] {
  if (!URL.canParse(url)) return []
  const { pathname, searchParams } = new URL(url)
  const found: Candidate[] = []
  for (const [name, value] of [...searchParams].slice(0, 50))
    if (
      /^(sku|pid|product_?id|item_?id|id|products_id|goodsno|goods_?id|itemno|variationid|prod|p|art|article)$/i.test(
        name,
      ) &&
      shape.test(value) &&
      /\d/.test(value)
    )
      found.push({ value, score: /sku/i.test(name) ? 2.4 : 1.6 })
  const segments = pathname.split('/').filter(Boolean).slice(-4)
  for (const [at, segment] of segments.entries()) {
    const bare = segment.replace(/\.(html?|php|aspx?|jsp)$/i, '')
    const isLast = at === segments.length - 1
    if (/^[A-Z0-9]*\d[A-Z0-9]{3,}$/i.test(bare) && bare.length <= 24)
      found.push({ value: bare, score: isLast ? 2 : 1.6 })
    const end = /[-_,.]p?(\d{4,14})$/i.exec(bare) ?? /^p?(\d{4,14})[-_]/i.exec(bare)
    if (end) found.push({ value: end[1]!, score: (isLast ? 1.9 : 1.4) - (end[1]!.length < 5 ? 0.5 : 0) })
  }
  return found
}
