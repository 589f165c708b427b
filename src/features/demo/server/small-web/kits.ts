import { escapeForAttribute } from '#vocabulary/escape-html.ts'
import { rupees } from './respond.ts'
import type { DemoProduct } from './sites.ts'

/** A kit of false shops: the same markup under many names. */
export type DemoKit = 'overnight' | 'bargain'

type KitShop = { mark: string; sale: string; products: readonly DemoProduct[] }

/** The body of a shop made with a kit. It shows what the brand's own page shows, with lower prices. */
export function kitBody(kit: DemoKit, { mark, sale, products }: KitShop): string {
  const logo = `<img src="/picture/${mark}.svg" alt="${mark}" width="96">`
  const cards = products.map(({ title, price }) => card[kit](title, rupees(Math.round(price * 0.3))))
  if (kit === 'overnight')
    return `<div class="on-wrapper"><div class="on-topline"><span class="on-topline__left"></span><span class="on-topline__right"></span></div>
      <header class="on-head"><a class="on-head__logo" href="/">${logo}</a><h1 class="on-head__name">${mark}</h1>
      <form class="on-search" action="/find" hidden><input class="on-search__words" type="search" name="words"><button class="on-search__go"></button></form>
      <nav class="on-menu"><a class="on-menu__link is-new" href="/new"></a><a class="on-menu__link is-sale" href="/sale"></a><a class="on-menu__basket" href="/basket"></a></nav></header>
      <main class="on-main"><h2 class="on-claim">${escapeForAttribute(sale)}</h2><div class="on-timer" data-ends="${sale.length}"></div>
      <div class="grid on-tiles">${cards.join('')}</div></main>
      <form class="on-pay" action="/pay" hidden><input class="on-pay__card" type="text" name="card_number"><input type="text" name="card_expiry"><input type="password" name="card_code"></form>
      <footer class="on-foot"><div class="on-foot__pay"></div><div class="on-foot__links"></div></footer></div>`
  return `<section id="bargain-shop" class="bg-shop"><aside class="bg-strip"><i class="bg-strip__icon"></i></aside>
    <div class="bg-brand">${logo}<h1 class="bg-brand__title">${mark}</h1></div><h2 class="bg-offer">${escapeForAttribute(sale)}</h2>
    <ul class="bg-steps" hidden><li class="bg-step bg-step--cart"></li><li class="bg-step bg-step--address"></li><li class="bg-step bg-step--cash"></li></ul>
    <article class="bg-list"><div class="grid bg-list__rows">${cards.join('')}</div></article>
    <form class="bg-order" action="/order" hidden><select class="bg-order__state" name="state"></select><textarea class="bg-order__address" name="address"></textarea>
    <input class="bg-order__phone" type="tel" name="phone"><button class="bg-order__send"></button></form>
    <dialog class="bg-popup"><p class="bg-popup__line"></p><span class="bg-popup__close"></span></dialog><small class="bg-legal"></small></section>`
}

const card: Record<DemoKit, (title: string, price: string) => string> = {
  overnight: (title, price) =>
    `<div class="on-tile"><img class="on-tile__picture" src="/picture/${encodeURIComponent(title)}.svg" alt="" width="200"><br>${escapeForAttribute(title)}<br><b class="on-tile__price">${price}</b></div>`,
  bargain: (title, price) =>
    `<div class="bg-card"><figure class="bg-card__frame"><img class="bg-card__photo" src="/picture/${encodeURIComponent(title)}.svg" alt="" width="200"></figure><span class="bg-card__name">${escapeForAttribute(title)}</span><b class="bg-card__price">${price}</b></div>`,
}
