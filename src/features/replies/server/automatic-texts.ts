import type { OwnWords } from './own-words.ts'
import { absences, absenceSigns, urgentMatters } from './wordings/absences.ts'
import { acknowledgements, desks, impersonalReceipts, receipts, thanks } from './wordings/acknowledgements.ts'
import { automaticSubjects, receiptSubjects } from './wordings/automatic-subjects.ts'
import { away, hints, returned } from './wordings/away.ts'
import { challenges, conditions, personal, surveys } from './wordings/conditions.ts'
import { changes, departures, farewells } from './wordings/departures.ts'
import { atBeginning, finderOf, folded, pairFinderOf, wordFinderOf } from './wordings/folded.ts'
import { matters } from './wordings/matters.ts'
import { dated } from './wordings/moments.ts'
import { customers, decisions, needs, questions, statements } from './wordings/outcomes.ts'
import { programs, promises } from './wordings/promises.ts'

const absence = finderOf(absences, urgentMatters)
const [departure, change, awayWord] = [finderOf(departures), wordFinderOf(changes), wordFinderOf(away)]
const [farewell, back] = [finderOf(farewells), wordFinderOf(returned)]
const absencePair = pairFinderOf(absenceSigns, 300)
const absenceHints = [hints.urgent, hints.returning, hints.unread].map((one) => wordFinderOf(one))
const [acknowledgement, receipt] = [finderOf(acknowledgements), pairFinderOf(receipts, 90)]
const [thank, ourDesk, impersonalReceipt] = [wordFinderOf(thanks), finderOf(desks), finderOf(impersonalReceipts)]
const reported = finderOf(Object.fromEntries(Object.entries(receipts).map(([language, [what]]) => [language, what])))
const [promise, program, challenge] = [finderOf(promises), finderOf(programs), finderOf(challenges, surveys)]
const [decision, customer, question] = [finderOf(decisions), finderOf(customers), finderOf(questions)]
const [statement, need] = [finderOf(statements), wordFinderOf(needs)]
const [matter, condition, person] = [wordFinderOf(matters), wordFinderOf(conditions), wordFinderOf(personal, returned)]

/** A number of the report: '#4711', 'ABC-2025-0042', five digits, or fewer after a word for number. */
const numbered = new RegExp(
  String.raw`[#№]\s?[\w-]*\d{3,}|\b[a-z]{1,6}-?\d[\w-]*\d{3,}|\b\d{5,}\b|\[[^\]]*\d{3,}[^\]]*\]|` +
    String.raw`(?:\b(?:ticket|case|request|incident|report|ref|nr|no|num|nomer|cisl|protocol|szam|nomor|so)|номер|αριθμ|رقم|번호|番号|编号|編號|หมายเลข|מספר)\p{L}*[^\p{L}\d]{0,4}(?:\p{L}{1,6}[^\p{L}\d]{1,4})?[\w-]*\d{3,}`,
  'u',
)
const subjects = atBeginning(automaticSubjects)
const receiptSubject = atBeginning(receiptSubjects)
const ticketSubject =
  /^(?:re: *)?(?:\[[^\]]{0,60}\] *)*(?:(?:support )?(?:ticket|request|case|report|message|submission) (?:received|created|confirmation|opened|acknowledg\w+)|(?:we (?:have )?)?received your|ticket received|request received|\[?request received\]?|confirmation of (?:your )?(?:report|request)|autoreply|(?:[\w-]+ )?(?:ticket|request|case|report|incident) #?[\w-]*\d[\w-]* (?:has been |was |is )?(?:received|created|opened|registered|logged|parsed|processed|queued|submitted))/

/** A text of at most so many characters says nothing but that the report arrived; signs of East Asia say more each. */
const isBare = (text: string): boolean => text.trim().length <= (bySigns.test(text) ? 18 : 45)
const bySigns = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Whether a subject is that of an automatic reply or an absence, in one of more than fifty languages. */
export function isAutomaticSubject(subject: string): boolean {
  const text = folded(subject.slice(0, 200))
  return subjects.test(text) || ticketSubject.test(text)
}

/** Whether the subject says that the report arrived, as only programs do. */
export const isReceiptSubject = ({ subject, isAnswer }: OwnWords): boolean =>
  !isAnswer && (receipt(subject, () => true) || receiptSubject.test(subject))

/** Whether the text begins as the note of somebody who is away or has left, and decides nothing. */
export function isOutOfOffice(words: OwnWords): boolean {
  const { text, sentences, has } = words
  if (has(decision) || has(customer) || saysWhatWasDone(words)) return false
  if (has(absence) || has(absencePair) || has(farewell)) return true
  const isFarewell = (one: string) =>
    has(departure, one) && !has(matter, one.replace(accounts, '').replace(employer, ''))
  if (sentences.some(isFarewell)) return true
  if (has(question) || has(back)) return false
  const hinted = absenceHints.filter((one) => has(one)).length
  const known = [dated, contact].filter((one) => one.test(text)).length
  if (!has(awayWord) && !has(change) && (hinted === 0 || hinted + known < 2)) return false
  // Whom to write to meanwhile, about what, is no statement about the matter.
  return !sentences.some((one) => !one.includes('@') && has(matter, one.replace(visits, ' ')) && !boilerplate.test(one))
}

/** Whom one who is away may visit. */
const visits =
  /(?:with|visiting|at|for) (?:an? |our |my |the )?(?:clients?|customers?)(?:'s? (?:site|office))?|on.?site|(?:site|customer|client) visits?|(?:bei|mit) (?:einem |unseren )?kunden|kundentermin\p{L}*|(?:chez|avec) (?:un |des |nos )?clients?|con (?:un )?client[ei]s?|com (?:um )?clientes?|klantbezoek|bij (?:een )?klant|u klienta|у клиента/gu

/** Whether somebody says what he or she did about the page, the name or its owner. */
const saysWhatWasDone = (words: OwnWords): boolean =>
  words.clauses.some(
    (one) =>
      words.has(person, one) &&
      words.has(matter, one.replace(accounts, '')) &&
      !one.includes('@') &&
      !words.has(farewell, one) &&
      !words.has(awayWord, one) &&
      !boilerplate.test(one) &&
      !isConditional(words, one),
  )

/** Whom somebody has worked for: the desk itself, which is called after what it does. */
const employer = /(?<=\bno longer (?:work|works|working|employed) )(?:at|for|by|with|in) .*/g

/** Words for accounts: mailboxes are closed, too. */
const accounts =
  /accounts?|konto\p{L}*|cuentas?|conta|comptes?|аккаунт\p{L}*|акаунт\p{L}*|hesap\p{L}*|חשבון|账号|帳號|アカウント|계정|akun|akaun|\S*@\S*|e-?mail\p{L}*|tai khoan/gu

/** An address or a telephone number, whom to ask meanwhile. */
const contact = /[\w.+-]+@[\w-]+\.\w|\+?\d[\d ()/-]{7,}\d/

/**
 * Whether the text only confirms that a report arrived. Thanks or 'we have received your report' alone begin what persons
 * write, too: a program also says so, gives a number, or promises that somebody will see to it. It neither decides nor
 * asks nor states anything about the matter.
 */
export function isAcknowledgement(words: OwnWords): boolean {
  const { subject, text, has } = words
  if (isDecisionOrQuestion(words, unconditional(text)) || has(statement) || asksAboutTheMatter(words)) return false
  if (!has(acknowledgement, `${subject}\n${text}`) && !has(receipt)) return false
  if (has(program, `${subject}\n${text}`)) return true
  if (has(receipt, words.sentences[0]) && has(impersonalReceipt, words.sentences[0]) && !has(person)) return true
  if (goesOnAboutTheMatter(words)) return false
  if (has(promise) || numbered.test(`${subject}\n${text}`) || isBare(text) || isAllReceipt(words)) return true
  return !has(person) && !/[?？؟]/.test(text)
}

/** Whether the text says something of the page, the name or its owner besides that it was reported and will be seen to. */
export const goesOnAboutTheMatter = (words: OwnWords): boolean =>
  words.clauses.some(
    (one) =>
      words.has(matter, one.replace(/["“«„].*?["”»“]/gu, '')) &&
      !isConditional(words, one) &&
      !boilerplate.test(one) &&
      !isUsual(words, one),
  )

/** Whether a clause says what every confirmation says: thanks, that it arrived or is with a team, that somebody will see. */
const isUsual = ({ has }: OwnWords, clause: string): boolean =>
  [acknowledgement, receipt, promise, thank].some((usual) => has(usual, clause)) ||
  (has(reported, clause) && has(ourDesk, clause))

/** Whether the text says that the report arrived and nothing else. */
function isAllReceipt({ sentences, has }: OwnWords): boolean {
  const rest = sentences.filter((one) => !has(acknowledgement, one) && !has(receipt, one)).join(' ')
  return rest.length <= (bySigns.test(rest) ? 6 : 25) && !has(matter, rest)
}

/** Signs of a program, none of which is enough by itself; `isAlone`: the mail answers none of ours. */
export function looksAutomatic(words: OwnWords, isAlone: boolean): boolean {
  const { subject, isAnswer, text, has } = words
  if (isAboutTheMatter(words) || has(person) || /[?？؟]/.test(text)) return false
  const signs = [
    has(acknowledgement, `${subject}\n${text}`) || has(receipt),
    has(thank),
    has(ourDesk),
    has(promise),
    has(program, `${subject}\n${text}`),
    numbered.test(`${subject}\n${text}`) || ticketSubject.test(subject),
    // A person says what the number is of.
    numbered.test(text),
    has(reported),
  ].filter(Boolean).length
  const structural = isAlone ? (isAnswer ? 1 : 2) : 0
  // 'Your message' and nothing about what it reports.
  return signs > 0 && signs + structural + (has(reported) ? 1 : 0) >= (isBare(text) ? 3 : 2)
}

/** Whether a sentence says that a program wrote the mail, or that it takes no answer. */
export const saysAutomatic = ({ sentences, has }: OwnWords): boolean =>
  has(challenge) || sentences.some((one) => (has(program, one) && mailWord.test(one)) || passedOn.test(one))

/** What a program did with the report, before anybody looked. */
const passedOn =
  /\bautomatically (?:been )?(?:forwarded|passed|relayed|sent|assigned|routed)\b|automatisch (?:\w+ ){0,4}(?:weitergeleitet|ubermittelt|zugestellt)|automatiquement (?:transmis|transfere|adresse)|(?:transmis|transfere)e? automatiquement|automaticamente (?:reenviad|inoltrat|encaminhad|enviad)|automatisch (?:\w+ ){0,4}doorgestuurd|автоматически (?:переслан|направлен|передан)/
const mailWord =
  /mail|messag|nachricht|mensa(?:je|gem)|messagg|bericht|viest|wiadomo|zprav|sprav|poruk|uzenet|mesaj|ileti|mesej|pesan|письм|сообщ|повідом|лист|съобщ|μηνυμ|رسال|پیام|הודע|メール|메일|邮件|郵件|信件|thu\b|reply|respon|answer|antwort|antwoord|repon|respuest|respost|rispos|svar|vasta|odpow|odpov|valasz|raspuns|отве|відпов|отгов|απαντ|yanit|cevap|תשוב|返信|回复|回覆|회신|notific|notis|уведом/

/** Whether the text says what became of the report, or asks something: a person wrote it. */
export const decidesOrAsks = (words: OwnWords): boolean => isDecisionOrQuestion(words, words.text)

/**
 * Whether the text says what was done about the page, the name or its owner, and not only what may be done. What a program
 * says of itself, that it only passes on what others host, decides nothing.
 */
export const decides = (words: OwnWords): boolean => {
  const ownHosting = saysAutomatic(words) ? hosting : hostingOfOthers
  return words.sentences.some(
    (sentence, at) =>
      words.has(decision, sentence.replace(ownHosting, ' ')) &&
      !isConditional(words, sentence) &&
      // What was done with an attachment is no decision.
      words.has(
        matter,
        words.sentences
          .slice(Math.max(0, at - 1), at + 2)
          .join(' ')
          .replace(/attachments?|removed/g, ''),
      ),
  )
}

/** What networks and registrars say of themselves in every mail: not where this page is. */
const hostingOfOthers =
  /\b(?:(?:is|are) )?hosted (?:by|at|with|on) (?:others|other (?:companies|parties|providers)|third part\w+|(?:the |its |our |their )(?:own )?(?:customers|clients|users)(?:' \w+)?)|\b(?:do|does) not (?:itself |ourselves |actually )?host (?:any )?(?:(?:web|customer|user|third.party) ?)?(?:contents?|sites|websites|pages|material|files|data)\b/g
/** The same of any page. */
const hosting = new RegExp(
  `${hostingOfOthers.source}|\\b(?:do|does) not host|not hosted|(?:is|are) hosted (?:by|at|with|elsewhere)|(?:is|are) not (?:our|a) customer`,
  'g',
)

/** Whether the text asks for something, about the page, the name or a right. */
export const asksAboutTheMatter = (words: OwnWords): boolean =>
  words.sentences.some(
    (one) =>
      (words.has(question, one) && (/[?？؟]$/.test(one) || words.has(matter, one))) ||
      (words.has(need, one) && !isConditional(words, one) && words.has(matter, one)),
  )

/** Whether the text asks anything; addresses of pages have question marks, too. */
export const hasQuestion = ({ text }: OwnWords): boolean => /[?？؟]/.test(text.replace(/\S+:\S+/g, ' '))

/** Whether somebody speaks of himself in the text. */
export const speaksOfOneself = ({ has }: OwnWords): boolean => has(person)

/** Whether the text says how things stand with the page, the name or its owner. */
export const statesTheMatter = ({ has, text }: OwnWords): boolean => has(statement, unconditional(text))

/** Whether the text says anything about the page, the name, its owner or a decision, its salutation aside. */
function isAboutTheMatter(words: OwnWords): boolean {
  const text = words.sentences.filter((sentence) => !boilerplate.test(sentence)).join(' ')
  if (isDecisionOrQuestion(words, text) || words.has(statement, text)) return true
  return words.clauses.some((one) => words.has(matter, one) && !boilerplate.test(one) && !isUsual(words, one))
}

const isDecisionOrQuestion = ({ has }: OwnWords, text: string): boolean =>
  has(decision, text.replace(hostingOfOthers, ' ')) || has(customer, text) || has(question, text)

/** Without what would only follow from a condition: 'if the site is not hosted by us' is said to everybody. */
const unconditional = (text: string): string =>
  text.replace(/\b(?:if|unless|whether|in case) [^.,;!?]{0,160}/g, ' ').replace(customersToNotify, ' ')

/** Whom every report will be passed on to: what is said before anybody looked. */
const customersToNotify =
  /\b(?:our|the) (?:customer|client|reseller) will be (?:notified|informed|contacted|asked|alerted)|unser kunde wird (?:\w+ ){0,2}(?:informiert|benachrichtigt|kontaktiert)|notre client (?:sera|va etre) (?:informe|notifie|contacte|averti)|(?:nuestro cliente|el cliente) sera (?:informado|notificado)|(?:onze|de) klant wordt (?:\w+ ){0,2}(?:geinformeerd|ingelicht)/g

/** Whether a text says what may be; that something cannot be is a fact. */
const isConditional = ({ has }: OwnWords, text: string): boolean => has(condition, text.replace(negated, ' '))
const negated =
  /\b(?:can ?not|can't|could ?n[o']t|kan (?:\w+ )?(?:ikke|inte|niet)|(?:k[ao]nn|darf|durf)(?:en)? (?:\w+ ){0,3}(?:nichts?|keine[nrms]?)|ne (?:peut|peuvent|pouvons|peux)|no (?:puede|podemos|pueden)|nao (?:pode|podemos)|(?:it|they|the \w+|we)?(?: will|'ll) (?:stay|remain|keep)|non (?:puo|possiamo|posso)|nie (?:moze|mozemy)|ne(?:muze|mozeme|muzeme))\b|(?<!\p{L})не (?:может|можем|могут|може|можемо)/gu

/** Sentences that programs add to everything: where to look, that nobody reads answers. */
const boilerplate =
  /\b(?:dear|hello|hi) (?:valued )?(?:customer|client|reporter|user)|customer (?:service|support|care)|(?:visit|see|click|open|follow|using|use|at|via) (?:on )?(?:this|the|our) (?:following )?(?:link|page|web ?page|web ?site|web ?form)|(?:link|page) below|web ?form|above this line|https?:|www\.|フォームを|web-?formular|formulario|formulaire|formulier|view (?:your|the|this) (?:ticket|request|case)/
