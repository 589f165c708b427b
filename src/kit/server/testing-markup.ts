/** For tests: a page of a kit of false shops, as it is under one of its names; all else but the kit differs by `seed`. */
export function kitPage(brand: string, seed: number): string {
  const noise = (n: number) => ((seed + 1) * 2_654_435_761 * (n + 3)).toString(16).slice(-9)
  const products = Array.from(
    { length: 3 + (seed % 9) },
    (_, n) => `<li class="product-tile post-${noise(n)} type-product" id="item-${seed * 100 + n}">
      <a class="tile__link" href="/p/${noise(n)}"><img class="tile__image" src="/img/${noise(n)}.webp" alt="${brand} ${n}">
      <span class="tile__badge badge-${n}">-${20 + ((seed * 7 + n) % 60)}%</span><h3 class="tile__name">${brand} article ${n}</h3></a>
      <p class="tile__price"><del>${seed + 90 + n}</del> <ins class="price-now">${seed + 20 + n}</ins></p></li>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${brand} outlet ${seed}</title>
    <meta name="csrf-token" content="${noise(1)}${noise(2)}"><link rel="stylesheet" href="/assets/theme/main.css?v=${noise(4)}">
    <script nonce="${noise(5)}">window.__boot = {"id":"${noise(6)}","brand":"${brand}"}</script></head>
    <body class="home outlet-theme page-id-${seed * 31}"><div class="announce-bar">Only today: free delivery by ${brand}</div>
    <header class="site-head" id="head-${noise(7)}"><a class="site-head__logo" href="/"><img src="/logo-${seed}.png" alt="${brand}"></a>
      <form class="site-search" action="/search"><input type="search" name="q" placeholder="Search ${brand}"><button class="site-search__go">Go</button></form>
      <nav class="main-menu"><ul class="main-menu__list"><li class="menu-item"><a href="/new">New</a></li><li class="menu-item"><a href="/sale">Sale</a></li></ul></nav>
      <a class="cart-link" href="/cart"><span class="cart-count">${seed % 4}</span></a></header>
    <main class="site-main"><section class="hero-slider"><div class="slide slide-${seed % 5}"><h1 class="hero-title">${'All of '.repeat(1 + (seed % 3))}${brand}</h1>
      <a class="btn btn-primary" href="/sale">Shop now</a></div></section>
      <section class="countdown" data-until="${noise(8)}"><b>${seed % 24}</b> hours</section>
      <ul class="product-grid columns-4">${products.join('')}</ul></main>
    <footer class="site-foot"><div class="foot-columns"><div class="foot-column"><h4>Help</h4><p>${'Text of '.repeat(1 + (seed % 20))}${brand}</p></div>
      <form class="newsletter"><input type="email" name="subscriber"><button class="newsletter__go">Join</button></form></div>
      <p class="copyright">© ${2000 + (seed % 26)} ${brand}</p></footer>
    <script src="/assets/theme/cart.js?${noise(9)}"></script></body></html>`
}

/** For tests: a page with a structure of its own, another one for each `seed`. */
export function ownPage(seed: number): string {
  const word = (n: number) => {
    const syllables = 'ba ke li mo nu ra se ti vo za de fu gi ho ja'.split(' ')
    let left = (seed + 1) * 7919 + n * 104_729
    return Array.from({ length: 3 }, () => {
      left = (left * 48_271) % 2_147_483_647
      return syllables[left % syllables.length]!
    }).join('')
  }
  const parts = Array.from(
    { length: 14 },
    (_, n) =>
      `<section class="${word(n)}"><h2 class="${word(n)}-${word(n + 50)}">${n}</h2><p class="${word(n + 20)}">Text</p></section>`,
  )
  return `<!doctype html><html><head><title>Page ${seed}</title></head><body class="${word(99)}">${parts.join('')}</body></html>`
}
