import { hasDoubles, withoutDoubles } from './doubled-letters.ts'
import { isWordWithin } from './ordinary-words.ts'

/** Words that people who imitate a brand put beside its name, in the languages they are reported in. */
const lures = new Set(
  (
    'login signin signon sign log logon auth auths sso oauth secure secured security verify verified verification validate validation ' +
    'confirm confirmation account accounts acct user users client clients customer customers member members id ids ident my me support ' +
    'help helpdesk service services servicing serv care center centre desk contact hotline assist assistance info update updates ' +
    'upgrade renew renewal recover recovery restore unlock unlocked reset password pass passwd pin otp code suspend suspended ' +
    'limited locked blocked alert alerts notice notification warning review resolve resolution dispute appeal copyright policy ' +
    'billing bill invoice payment payments pay payout refund refunds cash money bank banking card cards credit debit loan loans ' +
    'wallet wallets wallett wlets walet coin coins crypto token tokens airdrop claim claims stake staking swap bridge exchange trade ' +
    'trading invest investment prime pro plus premium live suite desktop mobile app apps apk mod download downloads install ' +
    'setup start get go web website site page pages portal online net com org io cdn dns www ww www2 http https ssl email mail ' +
    'webmail inbox mailbox voicemail sms message messages fax doc docs document documents file files share shared sharepoint pdf view ' +
    'track tracking tracker parcel package packages post postal delivery deliver shipping ship shipment redelivery fee fees customs ' +
    'tax gift gifts giftcard bonus reward rewards prize prizes win winner lucky free promo promotion offer offers deal deals sale ' +
    'sales discount coupon voucher store stores shop shops shopping mall order orders event events contest vote voting survey ' +
    'job jobs task tasks earn work career hr team community connect access enter session business admin manager official ' +
    'real global international world top vip best link links click redirect url bot chat meet video games game skin ' +
    'skins trade nitro clone official hub api server cloud edge test dev us usa uk eu de fr it es br in jp cn ca au ' +
    'konto kundenkonto kunden anmelden anmeldung sicherheit sicher aktualisierung bestaetigung paket zahlung rechnung freigabe tan ' +
    'cuenta acceso ingreso ingresar seguridad seguro verificar verificacion cliente clientes pago pagos tarjeta entrega banca linea ' +
    'compte connexion client espace securite facture colis livraison paiement mon moncompte assistance suivi remboursement ' +
    'conta acesso entrar cadastro fatura pagamento atendimento resgate desbloqueio accesso verifica sicurezza conto pacco spedizione ' +
    'aktivasi akun resmi undian hadiah promo saldo pinjaman bantuan logowanie platnosc przesylka paczka dostawa zaloguj oferta ' +
    'rebate taxrebate payee reschedule rebook rebooking missed unpaid toll tolls fine penalty charge charges fraud activate activation points point ' +
    'cashback spin transfer transfers remit kyc pan device devices duty dues resend hold held pending ' +
    'zoll umleitung nachsendung sendung gutschein gutscheine gewinnspiel freischaltung kundenservice kundencenter pushtan phototan mahnung ' +
    'aduana aduanas paquete paquetes envio envios rastreo multa premio premios sorteo regalo puntos cupon reembolso factura ' +
    'pontos cupom boleto rastreio brinde desconto taxa entregas ' +
    'douane frais amende retour reservation carte vitale avis rembourse espaceclient ' +
    'bezorging pakket zending betaling rekening inloggen beveiliging bevestigen boete ' +
    'rimborso aggiorna aggiornamento spedizioni carta buono multe consegna dogana ' +
    'paczki doplata oplata platba zasilka balik csomag fizetes kargo odeme giris sube kampanya hediye dostavka vhod akcia ' +
    'verifizierung verificatie identificatie identificacion verificacao bestaetigen legitimation actie actiecode auxilio stimulus interac etransfer grant ' +
    'airdrops drop drops give gives giving giveaway giveaways btc eth bitcoin ethereum nft mint presale ico tokensale dapp dapps defi ' +
    'wallets nano extension check checks mfa logins participate distribution redeem mainnet migrate migration rectify sync validator'
  ).split(' '),
)

/** Words that are in the names of many companies too: beside an everyday keyword they say little. */
const commonWords = new Set(
  (
    'app apps code news live network net online web site media hub team global world international top best link links chat meet ' +
    'video game games skin real start go get pro plus mobile desktop cloud edge server test api us uk eu de fr it es br in jp cn ca au ' +
    'book work earn career event events community connect point points charge card cards fine'
  ).split(' '),
)

/** Words that nearly always speak for imitation. */
const strongWords = new Set(
  (
    'login signin logon verify verified verification validate secure security confirm account accounts update unlock locked suspended ' +
    'billing refund refunds rebate taxrebate recovery redelivery reschedule parcel customs wallet airdrop claim kyc payee webmail stimulus verifizierung verificatie verificacion sicherheit seguridad'
  ).split(' '),
)
export const isCommonWord = (text: string): boolean => commonWords.has(text)
export const isStrongLure = (text: string): boolean => strongWords.has(text)

/** Words that companies join to their own name for what they run themselves. */
const ownUses = new Set(
  (
    'corp inc group cdn static media brand ads adnet labs careers foundation img images assets analytics insights tag tags press ' +
    'investors investor newsroom status engineering blog cdns content usercontent edge apps webapps internal enterprise ventures ' +
    'capital digitalmedia community developers developer dev design jobs stats metrics assetscdn affiliates affiliate partners ' +
    'associates commerce marketing studios studio research health energy motors cars ' +
    'forum forums magazine wiki comics ownersclub ownersforum fans junkie servers'
  ).split(' '),
)

/** Whether what stands beside the keyword in a label is what its owner would put there. */
export const isOwnUse = (text: string): boolean => ownUses.has(text)

/** Of these, words of money and jobs: frauds with investments and vacancies use them as the companies do. */
const moneyWords = new Set('group capital invest investor investors ventures foundation careers jobs'.split(' '))
export const isMoneyWord = (text: string): boolean => moneyWords.has(text)

/** Lures as people misspell them to get past filters: letters once where they are doubled, and one letter left out. */
const misspelledLures = new Set(
  [
    ...strongWords,
    'support',
    'wallet',
    'customer',
    'service',
    'services',
    'update',
    'payment',
    'start',
    'auth',
  ].flatMap((word) => {
    const once = withoutDoubles(word)
    return word.length < 5
      ? [once]
      : [once, ...Array.from(once.slice(1), (_, at) => once.slice(0, at + 1) + once.slice(at + 2))]
  }),
)

/** 'www' as it is imitated in front of a name: wwv, vvw, iwww. */
const webPrefix = /^[a-z]?[vw]{2,4}[a-z]?$/

const longestLure = 14

/** Whether a text is one of the words. */
export const isLure = (text: string): boolean =>
  lures.has(text) || (text.length < 7 ? webPrefix.test(text) || isMisspelledLure(text) : isMisspelledLure(text))

/** Whether it is one of these words with a letter left out or doubled, and no word of its own. */
const isMisspelledLure = (text: string): boolean =>
  text.length > 3 &&
  text.length < 16 &&
  misspelledLures.has(hasDoubles(text) ? withoutDoubles(text) : text) &&
  !isWordWithin(text, wordSteps)

/** Words up to this step are what they are, and no misspelling. */
const wordSteps = 7

/** The longest of the words that ends just before an index, or starts just at it: its length, from three; 0 for none. */
export function lureAt(text: string, index: number, side: 'before' | 'after'): number {
  for (let size = longestLure; size >= 3; size--) {
    const [start, end] = side === 'before' ? [index - size, index] : [index, index + size]
    if (start >= 0 && end <= text.length && lures.has(text.slice(start, end))) return size
  }
  return 0
}
