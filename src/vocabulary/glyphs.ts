/**
 * Letters that look alike, and neighbours on keyboards: the tables of dnstwist 20250130 (Marcin Ulikowski, Apache-2.0;
 * src/features/lookalikes/server/LICENSES.txt) in a layout of our own. A domain search must contain what that tool makes.
 */

type Glyphs = Record<string, string[]>

/** 'a:áä ae:æ' → { a: ['á', 'ä'], ae: ['æ'] } */
const table = (text: string): Glyphs =>
  Object.fromEntries(
    text.split(' ').map((part): [string, string[]] => {
      const [letter = '', signs = ''] = part.split(':')
      return [letter, Array.from(signs)]
    }),
  )

const europe = table(
  'a:áàăâåäãąā c:ćĉčċç d:ďđ e:éèĕêěëėęē g:ğĝġģ h:ĥħ i:íìĭîïĩįī j:ĵ k:ķĸ l:ĺľļł n:ńňñņ o:óòŏôöőõøō r:ŕřŗ s:śŝšş t:ťţŧ ' +
    'u:úùŭûůüűũųū w:ŵ y:ýŷÿ z:źžż ae:æ oe:œ',
)
const france = table('a:àáâãäå c:ç e:èéêë i:ìíîï n:ñ o:òóôõö u:ùúûü y:ýÿ ae:æ oe:œ')
const brazil = table('a:àáâã c:ç e:éê i:í o:óôõ u:úü y:ýÿ')

/** Signs of a suffix whose registry allows only these; a suffix that is not here gets all of `unicode`. */
const bySuffix: [string, Glyphs][] = [
  ['ad cz sk uk co.uk nl edu us jp co.jp ad.jp ne.jp cn com.cn tw com.tw net.tw', {}],
  ['info', table('a:áäåą c:ćč e:éėę i:íį l:ł n:ñń o:óöøő s:śš u:úüūűų z:źżž ae:æ')],
  ['br com.br', brazil],
  ['dk', table('a:äå e:é o:öø u:ü ae:æ')],
  ['eu de pl', europe],
  ['fi', table('3:ʒ a:áäåâ c:č d:đ g:ǧǥ k:ǩ n:ŋ o:õö s:š t:ŧ z:ž')],
  ['no', table('a:áàäå c:čç e:éèê i:ï n:ŋńñ o:óòôöø s:š t:ŧ u:ü z:ž ae:æ')],
  ['be fr re yt pm wf tf ch li', france],
  ['ca', table('a:àâ c:ç e:èéêë i:îï o:ô u:ùûü y:ÿ ae:æ oe:œ')],
]

export const glyphs = {
  unicode: table(
    '2:ƻ 3:ʒ 5:ƽ a:ạăȧɑåąâǎáəäãāà b:ḃḅƅʙḇɓ c:čᴄċçćĉƈ d:ďḍḋɖḏɗḓḑđ e:êẹęèḛěɇėĕéëēȩ f:ḟƒ g:ǧġǵğɡǥĝģɢ h:ȟḫḩḣɦḥḧħẖⱨĥ ' +
      'i:ɩǐíɪỉȋɨïīĩịîıĭįì j:ǰĵʝɉ k:ĸǩⱪḵķᴋḳ l:ĺłɫļľ m:ᴍṁḿṃɱ n:ņǹńňṅṉṇꞑñŋ o:öóȯỏôᴏōòŏơőõọø p:ṗƿƥṕ q:ʠ r:ʀȓɍɾřṛɽȑṙŗŕɼṟ ' +
      's:ṡșŝꜱʂšśṣş t:ťƫţṭṫțŧ u:ᴜųŭūűǔȕưùůʉúȗüûũụ v:ᶌṿᴠⱴⱱṽ w:ᴡẇẅẃẘẉⱳŵẁ x:ẋẍ y:ŷÿʏẏɏƴȳýỿỵ z:žƶẓẕⱬᴢżźʐ ae:æ oe:œ',
  ),
  ascii: {
    '0': ['o'],
    '1': ['l', 'i'],
    '3': ['8'],
    '6': ['9'],
    '8': ['3'],
    '9': ['6'],
    b: ['d', 'lb'],
    c: ['e'],
    d: ['b', 'cl', 'dl'],
    e: ['c'],
    g: ['q'],
    h: ['lh'],
    i: ['1', 'l'],
    k: ['lc'],
    l: ['1', 'i'],
    m: ['n', 'nn', 'rn'],
    n: ['m', 'r'],
    o: ['0'],
    q: ['g'],
    u: ['v'],
    v: ['u'],
    w: ['vv'],
    rn: ['m'],
    cl: ['d'],
  } satisfies Glyphs as Glyphs,
  bySuffix: new Map(
    bySuffix.flatMap(([suffixes, its]) => suffixes.split(' ').map((one): [string, Glyphs] => [one, its])),
  ),
}

/** Whole words in Cyrillic: a letter that has no twin stays, and then the word is not made. */
export const cyrillicTwins = new Map<string, string>(
  Array.from('abcdeghijklmopqstvwxy').map((letter, at) => [letter, 'аьсԁеԍһіјкӏморԛѕтѵԝху'[at]!]),
)

const keyboard = (text: string): Map<string, string> =>
  new Map(text.split(' ').map((part): [string, string] => [part[0]!, part.slice(1)]))

/** QWERTY, QWERTZ, AZERTY: each key with its neighbours. */
export const keyboards = [
  keyboard(
    '12q 23wq1 34ew2 45re3 56tr4 67yt5 78uy6 89iu7 90oi8 0po9 q12wa w3esaq2 e4rdsw3 r5tfde4 t6ygfr5 y7uhgt6 u8ijhy7 i9okju8 ' +
      'o0plki9 plo0 aqwsz sedxzaw drfcxse ftgvcdr gyhbvft hujnbgy jikmnhu kolmji lkop zasx xzsdc cxdfv vcfgb bvghn nbhjm mnjk',
  ),
  keyboard(
    '12q 23wq1 34ew2 45re3 56tr4 67zt5 78uz6 89iu7 90oi8 0po9 q12wa w3esaq2 e4rdsw3 r5tfde4 t6zgfr5 z7uhgt6 u8ijhz7 i9okju8 ' +
      'o0plki9 plo0 aqwsy sedxyaw drfcxse ftgvcdr gzhbvft hujnbgz jikmnhu kolmji lkop yasx xysdc cxdfv vcfgb bvghn nbhjm mnjk',
  ),
  keyboard(
    '12a 23za1 34ez2 45re3 56tr4 67yt5 78uy6 89iu7 90oi8 0po9 a2zq1 z3esqa2 e4rdsz3 r5tfde4 t6ygfr5 y7uhgt6 u8ijhy7 i9okju8 ' +
      'o0plki9 plo0m qzswa sedxwqz drfcxse ftgvcdr gyhbvft hujnbgy jiknhu kolji lkopm mlp wsxq xwsdc cxdfv vcfgb bvghn nbhj',
  ),
]
