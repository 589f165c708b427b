import type { Wordings } from './folded.ts'

/** That something would or may happen: 'if the site is ours, it will be suspended' is said to everybody. */
export const conditions: Wordings = {
  en: String.raw`\b(?:if|unless|whether|in case|may|might|can|could|would|should|will|shall|until|once|when|to have|in order to|how to)\b`,
  de: String.raw`\b(?:wenn|falls|sofern|sobald|k[oö]nnen|kann|k[oö]nnte|ob|damit|um zu)\b|\bw(?:ird|erden)\b(?!.{0,60}worden)`,
  fr: String.raw`\b(?:si|peut|peuvent|pourr\p{L}+|ser(?:a|ont)|lorsque|afin|dès que)\b`,
  es: String.raw`\b(?:si|puede[ns]?|podr\p{L}+|ser[aá]n?|cuando|para que|en caso)\b`,
  pt: String.raw`\b(?:se|pode[m]?|poder\p{L}+|ser(?:á|ão)|quando|caso|para que)\b`,
  it: String.raw`\b(?:se|può|possono|potr\p{L}+|sar(?:à|anno)|qualora|quando|affinch)\b`,
  nl: String.raw`\b(?:als|indien|kan|kunnen|zal|zullen|wanneer|zodra|mocht)\b`,
  scandinavian: String.raw`\b(?:om|hvis|når|när|kan|kommer|vil|skal|ska|kommer att)\b`,
  fi: String.raw`\b(?:jos|mikäli|kun|voi|voidaan|saattaa)\b`,
  pl: String.raw`\b(?:jeśli|jeżeli|może|mogą|zostanie|zostaną|będzie|gdy|kiedy)\b`,
  czechoslovak: String.raw`\b(?:pokud|jestliže|může|mohou|bude|budou|až|když|ak|môže|keď)\b`,
  south: String.raw`\b(?:ako|može|mogu|bit će|biće|će|kada|če|lahko|bo|bodo)\b`,
  hu: String.raw`\b(?:ha|lehet|fog|amennyiben|amint)\b`,
  ro: String.raw`\b(?:dacă|poate|pot|va fi|vor fi|când)\b`,
  cyrillic: String.raw`(?<!\p{L})(?:если|может|могут|будет|будут|когда|якщо|може|можуть|буде|коли|ако|ще|ће)(?!\p{L})`,
  el: String.raw`(?<!\p{L})(?:αν|εάν|μπορεί|θα|όταν)(?!\p{L})`,
  tr: 'eğer|halinde|durumunda|(?:abilir|ebilir|acak|ecek|acağ|eceğ)|ise\\b',
  ar: 'إذا|قد |سيتم|سوف|يمكن|في حال',
  fa: 'اگر|ممکن است|خواهد|چنانچه|در صورت',
  he: 'אם |עשוי|ייתכן|יכול|כאשר',
  indian: 'यदि|अगर|सकता|सकती|सकते|जाएगा|जाएगी|যদি|পারে|হবে|என்றால்|படலாம்|ముగింపు|జరిగితే',
  id: String.raw`\b(?:jika|apabila|bila|akan|dapat|bisa|kalau|boleh)\b`,
  vi: 'nếu|có thể|\\bsẽ(?!\\p{L})|khi\\b',
  th: 'หาก|ถ้า|อาจ|จะ',
  han: '将|會|会|如果|如您|如有|若|可能|将会|將會|場合|可能性|ことがあり|恐れ|でき次第|경우|수 있',
}

/** What one person says of what he or she does; a note of receipt speaks for a desk. */
export const personal: Wordings = {
  en: String.raw`\bi(?:'ve|'m|'ll|'d)?\b(?! (?:am|will be|'m) (?:out|away|on|back))|\b(?:let me|my (?:boss|team|colleague))\b`,
  de: String.raw`\bich\b`,
  fr: String.raw`\bje\b|\bj'`,
  es: String.raw`\b(?:yo|he|estoy|voy|miro|reviso)\b`,
  pt: String.raw`\b(?:eu|vou|estou|tenho|verifiquei)\b`,
  it: String.raw`\b(?:io|ho|sto|verifico|guardo)\b`,
  nl: String.raw`\bik\b`,
  scandinavian: String.raw`\b(?:jag|jeg|ég)\b`,
  fi: String.raw`\b(?:minä|olen|katson)\b`,
  slavic: String.raw`\b(?:jestem|zajmę|sprawdz\p{L}+|odezwę|podívám|pozriem|jsem|javljam|pogledat)\b`,
  cyrillic: '(?<!\\p{L})(?:я|мне|мені|аз|ја)(?!\\p{L})',
  hu: '\\bén\\b|megnézem',
  tr: '\\bben\\b|(?:ıyorum|iyorum|uyorum|üyorum)',
  ro: '\\b(?:eu|mă uit|verific)\\b',
  he: 'אני ',
  ja: '私(?:が|は|の)|担当の.{1,6}です',
  zh: '我(?!们|們|司|方|公司|社)',
  ko: '제가',
}

/** A filter that holds mail of senders it does not know until they confirm something, or an assistant that is a program. */
export const challenges: Wordings = {
  en: String.raw`\bverif(?:y|ication) .{0,40}(?:link|button|human|sender|delivered|reply)|complete this verification|allowed (?:senders? )?list|guest list|waitlisted|(?:prove|confirm) .{0,40}(?:human|real person|not a (?:robot|machine))|protects? my (?:mail|inbox)|(?:account|mailbox|inbox) is protected by|virtual assistant|chat ?bot|message (?:is|has been) (?:being )?held .{0,60}(?:confirm|approv|verif)|one-?time (?:confirmation|verification)|(?:held|waiting) (?:until|for) .{0,40}moderat|awaits? (?:moderator )?approval|(?:in|into) quarantine|quarantined until|known senders|release it|being held (?:for|until)|(?:only )?(?:lets?|allows?|accepts?) .{0,20}(?:approved|known|verified) (?:senders|contacts)|(?:approve|add|confirm) yourself as a sender`,
  de: 'dass sie ein mensch|zurückgehalten|einmalig .{0,40}bestätig|absender .{0,40}(?:unbekannt|nicht bekannt)|moderator|freigabe durch|in quarantäne',
  fr: 'liste blanche|confirmer .{0,40}(?:humain|expéditeur)|mis en attente|mailinblack|authentifier|modérateur|en quarantaine',
  es: 'lista blanca|confirm\\p{L}+ .{0,40}(?:humano|remitente)|retenido|moderador|en cuarentena',
  pt: 'lista branca|confirm\\p{L}+ .{0,40}(?:humano|remetente)|antispam ?uol|retida',
  it: 'lista bianca|conferm\\p{L}+ .{0,40}(?:umano|mittente)|trattenut|moderatore|in quarantena',
  ru: 'подтверд\\p{L}+ .{0,40}(?:человек|отправител|не робот)|модератор',
  han: '人机验证|验证您是真人|等待审核|承認待ち',
}

/** How letters address whom they are to: 'Dear customer' says nothing about a customer. */
export const salutations: Wordings = {
  latin: String.raw`(?:dear|hello|hi|greetings|sehr geehrte[rn]?|guten tag|liebe[rn]?|bonjour|ch[eè]re?s?|madame|monsieur|estimad[oa]s?|hola|prezad[oa]s?|car[oa]s?|ol[aá]|gentil[ei]|egregi[oa]|salve|buongiorno|beste|geachte|hallo|hej|hei|k[aæ]re?|hyvä|tere|lugupeetud|labdien|god[aā]t\p{L}+|sveiki|gerb\p{L}*|szanown\p{L}+|dzień dobry|vážen\p{L}+|dobrý de[nň]|spoštovan\p{L}+|poštovan\p{L}+|tisztelt|kedves|stimat\p{L}+|bun[aă]|sayın|değerli|merhaba|yth|kepada|halo|kính (?:gửi|chào)|chào|benvolgu\p{L}+)`,
  other:
    '(?:уважаем\\p{L}+|здравствуйте|добрый день|шановн\\p{L}+|вітаємо|доброго дня|здравейте|уважаеми|αγαπητ\\p{L}+|κύριε|عزيزي|عزيزتي|السلام عليكم|مرحبا|با سلام|سلام|کاربر گرامی|مشتری گرامی|שלום(?: רב)?|प्रिय|नमस्ते|প্রিয়|அன்பு\\p{L}*|வணக்கம்|เรียน|สวัสดี|尊敬的|亲爱的|親愛的|您好|안녕하)',
}

/** How content one is with the desk: what ticket systems ask after they closed a ticket. */
export const surveys: Wordings = {
  en: 'how would you rate|how did we do|satisfaction survey|rate (?:your|our|the) (?:experience|support|service|help)|customer satisfaction',
  de: 'wie zufrieden (?:sind|waren)|kundenzufriedenheit|bewerten sie (?:unseren|den|ihre|die)',
  fr: 'enquête de satisfaction|êtes-vous satisfait|évalu(?:ez|er) (?:notre|votre|le|la qualité)',
  es: 'encuesta de satisfacción|califi(?:que|ca|car) (?:nuestro|la|el) (?:servicio|atención)',
  pt: 'pesquisa de satisfação|inquérito de satisfação|avali(?:e|ar) (?:o|nosso|a) (?:atendimento|serviço)',
  it: 'sondaggio (?:di|sulla) soddisfazione|valut(?:a|i|are) (?:il|la) (?:nostr|assistenza|servizio)',
  nl: 'tevredenheid|hoe beoordeelt u',
  pl: 'ankiet\\p{L}* (?:satysfakcji|zadowolenia)|oceń (?:naszą|jakość|obsługę)',
  tr: 'memnuniyet|değerlendirir misiniz',
  ru: 'оцените (?:качество|работу|нашу)|удовлетворенност|довольны ли вы',
  han: '满意度|滿意度|评价(?:我们|本次|服务)|評價(?:我們|本次|服務)|アンケート|만족도',
  hi: 'संतुष्टि|हमारी सेवा को रेट',
}
