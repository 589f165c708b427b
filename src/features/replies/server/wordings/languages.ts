/** Frequent little words by language, folded: they tell which language a text of Latin letters is in. */
const littleWords: Readonly<Record<string, string>> = {
  en: 'the of and to is are your you we this that for have has with our not will be on it been was at from i as by my me please if no they us an',
  de: 'der die das und ist sind ihr ihre sie wir nicht mit bei ein eine auf wird haben uns zu dem den im von ich wurde unter werden dass am bis an wieder mich meine mein vom unser unsere guten tag ihnen ihren bitte fur aus bin',
  fr: 'le les des du et est nous vous votre une pas sur pour dans que je avons ce cette au bien est par sous jusqu la de un en ne mon ma mes merci ai j l d n qu suis sera a leur ses',
  es: 'el los las de y es en que por su un una para con del se no lo hemos esta le al ha tu mi me estoy hasta gracias hola favor nos les sus ya',
  pt: 'o os as de e em que por sua seu um uma para com do da nao se no na foi ao estamos recebemos meu minha estou ate obrigado ola nossa nosso sera pelo pela',
  it: 'il la le di e che un una per con del della non si vi ci sono abbiamo al nel ha mia mio grazie buongiorno dal da in suo sua nostro alla dei',
  nl: 'de het een en van is uw wij we je dit niet met op voor bij ik dat te zijn om werd deze tot mijn onze bent ben aan geen er hebben heeft naar',
  sv: 'och att det ar vi som en ett inte pa har med din till av ni jag ditt for mitt vara era tack',
  no: 'og at det er vi som en et ikke pa har med din til av du jeg for denne',
  da: 'og at det er vi som en et ikke pa har med din til af du jeg for denne',
  is: 'og ad er vid til ekki hefur ver thin eg i',
  fi: 'ja on ei etta me ole olemme se kiitos tai mutta olen kun',
  et: 'ja on ei teie me oleme see et kuid kuni tere olen',
  lv: 'un ir ar jusu nav mes tas ka no par esmu labdien',
  lt: 'ir yra su jusu mes tai kad nuo iki mus sveiki',
  pl: 'i w na z do nie jest sie ze o pod dla przez oraz panstwa dzien dobry przepraszamy mnie jestem moj prosze juz od pan pani panstwu naszym',
  cs: 'v na se je ze vas jsme do z pro pod si neni dobry den vase',
  sk: 'v na sa je ze vas sme do z pre pod si nie dobry den vase som',
  sl: 'in je v na za se da vas ni smo pod bomo spostovani',
  hr: 'i je u na za se da vas nije smo pod su od sam',
  sr: 'i je u na za se da vas nije smo pod su od sam',
  sq: 'te nje dhe ne me per eshte ju',
  hu: 'a az es nem hogy egy on meg is van jo napot az',
  ro: 'si de la in va cu nu este pe un o ati am buna ziua dvs',
  tr: 've bir bu icin ile size tarafindan sayin olarak da de merhaba ilgili en sizin bize lutfen iyi tarafimiza kadar',
  az: 've bir bu ucun ile sizin',
  id: 'dan yang di anda kami telah untuk dengan ini pada tidak ke dari akan sudah saya',
  ms: 'dan yang di anda kami telah untuk dengan ini pada tidak ke dari akan tuan pejabat saya',
  fil: 'ang ng sa mga ay po na inyong ako',
  vi: 'cua va cho da khong quy khach chung toi ban duoc voi se nay em anh chi',
  ca: 'el la de i que per amb un una els us hem bon dia',
  gl: 'o a de e que por sua un unha con da',
  eu: 'eta da zure ez bat',
}

const languagesOfWord = new Map<string, string[]>()
for (const [language, list] of Object.entries(littleWords))
  for (const word of list.split(' ')) languagesOfWord.set(word, [...(languagesOfWord.get(word) ?? []), language])

/** Names of tables' entries that hold several languages. */
const groups: Readonly<Record<string, readonly string[]>> = {
  scandinavian: ['sv', 'no', 'da', 'is'],
  nordic: ['sv', 'no', 'da', 'is', 'fi'],
  baltic: ['et', 'lv', 'lt'],
  czechoslovak: ['cs', 'sk'],
  slavic: ['pl', 'cs', 'sk', 'sl', 'hr', 'sr'],
  romance: ['fr', 'es', 'pt', 'it', 'ca', 'gl', 'ro'],
  south: ['sl', 'hr', 'sr'],
}

/** How many of the best language's little words another one must have to be that of the text, too. */
const share = 0.5

/**
 * The entries of a table of wordings that a folded text must be compared with, as a test of their names: in Latin letters
 * those of the languages whose little words it has, so that a word of one language is not found in another. Other scripts
 * tell their languages by themselves.
 */
export function entriesFor(text: string): (entry: string) => boolean {
  const counts = new Map<string, number>()
  const words = new Set(text.match(/(?<!\p{L})\p{Script=Latin}{1,14}(?!\p{L})/gu))
  for (const word of words)
    for (const language of languagesOfWord.get(word) ?? []) counts.set(language, (counts.get(language) ?? 0) + 1)
  const maxCount = Math.max(0, ...counts.values())
  if (maxCount < 2) return () => true
  const isOf = (language: string) => !(language in littleWords) || (counts.get(language) ?? 0) >= share * maxCount
  return (entry) => (entry in groups ? groups[entry]!.some(isOf) : isOf(entry))
}
