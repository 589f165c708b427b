import { attributeOf } from '#columns/html-tree.ts'
import type { PageFields } from './page-fields.ts'
import type { Outline } from './page-outline.ts'

const goneWords =
  /(out[ -]of[ -]stock|sold[ -]?out|(currently|temporarily) (unavailable|out of stock|not available)|no longer available|not available|unavailable|this (listing|item|product) (has ended|is no longer)|discontinued|nicht (auf lager|verfügbar|lieferbar|mehr verfügbar|vorrätig)|derzeit nicht|ausverkauft|vergriffen|agotado|no disponible|sin (stock|existencias)|esgotado|indispon[ií]ve(l|is)|rupture de stock|en rupture|épuisé|indisponible|non disponibil[ei]|esaurito|momentaneamente non|нет в наличии|распродан|товар (закончился|недоступен)|немає в наявності|brak w magazynie|niedostępny|wyprzedan[ey]|produkt niedostępny|vyprodáno|vypredané|nedostupn|není skladem|nie je skladom|razprodano|ni na zalogi|rasprodano|nema na zalihi|nije dostupno|stoc epuizat|indisponibil|nincs (raktáron|készleten)|elfogyott|udsolgt|slutsåld|slut i lager|ikke på lager|utsolgt|loppu(nut|unmyyty)?|ei saatavilla|uitverkocht|niet (op voorraad|leverbaar)|tükendi|stokta yok|εξαντλ|μη διαθέσιμο|غير متوفر|نفد|نفدت|ناموجود|אזל|לא במלאי|品切れ|在庫切れ|売り切れ|缺貨|缺货|售完|已售完|售罄|補貨中|품절|일시품절|hết hàng|tạm hết|stok (habis|kosong)|habis terjual|สินค้าหมด|^(sold|verkauft|vendue?|vendid[oa]|venduto|verkocht|såld|solgt|myyty|sprzedan[ey]|prodáno|predané|eladva|продано|satıldı|已售|売約済)$)/iu

const buyWords =
  /^(add to (my )?(cart|basket|bag|trolley)|add|buy( it)? now|buy|pre-?order( now)?|order( now)?|in den (warenkorb|einkaufswagen)|jetzt kaufen|kaufen|ajouter au panier|acheter|añadir a(l carrito| la cesta| la bolsa)|agregar al carro|comprar( agora| ahora)?|aggiungi al carrello|acquista( ora)?|adicionar (ao carrinho|à sacola)|dodaj do koszyka|do koszyka|kup teraz|přidat do košíku|do košíku|koupit|pridať do košíka|kúpiť|dodaj v košarico|v košarico|dodaj u košaricu|adaugă în coș|adauga in cos|kosárba|læg i kurv|köp|lägg i varukorgen|legg i handlekurv|lisää (koriin|ostoskoriin)|lisa ostukorvi|in winkelwagen|sepete ekle|hemen al|в корзину|добавить в корзину|купить|до кошика|אضف|أضف إلى (السلة|عربة التسوق|الحقيبة)|اشتر الآن|הוסף לסל|הוספה לסל|カートに入れる|購入する|加入購物車|立即購買|加入购物车|立即购买|我要買|直接購買|장바구니( 담기)?|구매하기|바로구매|thêm vào giỏ hàng|mua ngay|\+ ?keranjang|beli (langsung|sekarang)|(เพิ่มลง|ใส่|หยิบใส่)(ใน)?(ตะกร้า|รถเข็น)(สินค้า)?|ซื้อ(เลย|ทันที|สินค้า)|προσθήκη στο καλάθι|αγορά|добави в количката|купи|додај у корпу|dodaj u korpu|в кошик|add to (shopping )?(bag|cart)|reserve (&|and) collect|click (&|and) collect|reservieren (&|und|\+) abholen|koop( nu)?|in mijn winkelwagen|tilføj til kurv|kjøp|osta( nyt)?|pirkti|į krepšelį|pirkt|ielikt grozā|place bid|bid now|chat with seller|make offer|bieten|enchérir)$/iu

/** A line of data about the stock: shops that let one order what is gone still say so. */
const stockLabel =
  /^(?:availability|stock(?: status)?|status|verfügbarkeit|lagerbestand|bestand|disponibilité|stocks?|disponibilidad|existencias|estado|disponibilidade|estoque|disponibilità|giacenza|beschikbaarheid|voorraad|tillgänglighet|lager(?:status)?|tilgjengelighet|tilgængelighed|saatavuus|varasto|dostępność|stan magazynowy|dostupnost|skladem|dostupnosť|razpoložljivost|készlet|elérhetőség|disponibilitate|stoc|наличност|наличие|наявність|доступност|διαθεσιμότητα|stok(?: durumu)?|التوفر|حالة المخزون|موجودی|מלאי|זמינות|在庫(?:状況)?|库存|庫存|재고|ketersediaan|tình trạng|kho|สถานะ(?:สินค้า)?|สต็อก) ?[:：] ?/iu

/**
 * Whether the thing can be bought: from words beside the title, not those of its variants or of other products, and
 * from the buttons that buy.
 */
export function findAvailability(outline: Outline): PageFields['availability'] {
  const { short, titleOrder, title } = outline
  let gone = 0
  let canBuy = false
  let statesGone = false
  for (const { text, order, isAside, isHidden, hint, element } of short) {
    if (isAside || isHidden) continue
    const distance = order - titleOrder
    if (title !== undefined && (distance < -40 || distance > 1500)) continue
    if (
      buyWords.test(text) &&
      /^(button|a|input|span|div|p|strong|b)$/.test(element.name) &&
      !/disabled/.test(hint.slice(0, 120)) &&
      !Object.hasOwn(element.attribs, 'disabled') &&
      attributeOf(element, 'aria-disabled') !== 'true'
    )
      canBuy = true
    if (text.length > 70 || !goneWords.test(text)) continue
    if (
      /\b(swatch|variant|option|size|colou?r|select|dropdown|store|pickup|click-?collect|shipping|delivery|label-template|colour|tile)\b/.test(
        hint.slice(0, 200),
      )
    )
      continue
    if (/^(li|option|label)$/.test(element.name) && text.length > 40) continue
    if (stockLabel.test(text) && (title === undefined || (distance >= 0 && distance < 400))) statesGone = true
    gone +=
      (text.length < 40 ? 1 : 0.6) *
      (distance < 500 ? 1 : 0.5) *
      (/stock|avail|dispon|lager|verf|magazyn|sklad|zalog|наличи/.test(hint.slice(0, 200)) ? 1.5 : 1)
  }
  if (statesGone || (gone >= 1 && !canBuy)) return 'OutOfStock'
  return canBuy ? 'InStock' : undefined
}
