/**
 * What WHOIS servers say about a name that is not registered, and about too many queries. There is no standard wording
 * (RFC 3912); a sentence counts only where it is the whole line, so that terms of use, which mention all of these words,
 * never decide.
 */
const what =
  '(?:the |this |your |queried |requested |specified |given |el |o )*(?:domains?(?: names?)?|dominio|objects?|names?|key|entry|record|query|data)'
const state = '(?:found|registe?red|exist|exists|existing|known|allocated|assigned|delegated|recorded|in use|matched)'
const more =
  '(?: (?:here|in|within|on|at|by|for|from|to|with|through|under|via|matching|error|no|@|the|this)(?!\\p{L}).{0,80})?'
const nothing =
  '(?:match(?:es|ing)?|data|objects?|entr(?:y|ies)|records?|results?|info|information|domains?(?: names?| records?| entry)?|found)'

const unregisteredSentences = [
  `no (?:such |matching |existing |available |registered )?${nothing}(?: (?:was|were|is|are|has been|have been|available|found|exists?|about|for|of|in|to|that|matching|matched|@)(?!\\p{L}).{0,80})?`,
  `(?:@ ?|${what} ?(?:@ ?)?)?(?:(?:is|are|was|were|has|have|does|do|did|could|can)(?: been)? ?(?:not|n.t)|not|no longer|never)(?: yet)?(?: be| been)? ?${state}${more}`,
  `(?:@ |${what} ?(?:@ ?)?)?(?:is (?:currently |still )?|- )?(?:free|available|unregistered|unassigned|unallocated|vacant)(?: for (?:registration|purchase|order|delegation))?(?: (?:to|and|at|from|via) (?:register|order|purchase|be registered|@).{0,60})?`,
  `(?:there is )?no information (?:was |is )?(?:available|found)?.{0,80}`,
  `nothing found.{0,60}|(?:domain |name )unknown|unknown (?:domain|name)(?: name)?`,
  `we do(?: not|n.t) have an entry in our database matching your query`,
  `(?:this |the )?query returned 0 objects`,
  `not registered - the (?:domain|name).{0,80}|(?:the |this )?(?:domain )?name is not a registered .{1,30}`,
  `invalid query or domain name not known in .{1,40}`,
  `object not found.{0,80}|no se encontro el objeto.{0,80}`,
  `(?:@ |${what} ?(?:@ ?)?)?is not available in (?:our|the|this) .{0,30}(?:database|registry)`,
  // In the language of the registry.
  `(?:@ )?(?:no existe|no encontrado|non trouv[eé]|non trovato|nicht gefunden|ist frei|n.existe pas|n[aã]o encontrado|n[aã]o existe|bulunamad[iı]|no est[aá] registrad[oa]|nincs tal[aá]lat|aucun (?:objet|domaine|r[eé]sultat)(?: trouv[eé])?)`,
  `(?:el |o )?(?:dominio|objeto)\\b.{0,80}(?:no (?:se encuentra|est[aá]|existe|encontrado|registrado)|n[aã]o (?:existe|encontrado)|disponible|dispon[ií]vel)\\b.{0,60}`,
].map((body) => new RegExp(`^(?:sorry |error ?\\d* |info |but |@ -? ?)*(?:${body})$`, 'iu'))

const unregisteredElsewhere =
  /등록되어 있지 않습니다|未注册|未登録|該当するデータがありません|не (?:найден|зарегистрирован)/u
/** A list of what may be the cause is no statement that the name is free. */
const doubtful =
  /invalid query(?! or domain name not known)|error in your query|marked private|not available for (?:registration|purchase)|reserved|cannot be (?:registered|displayed)/i
/** Values of a status field. */
const freeStatus =
  /^(?:\d{3} )?(?:free|available|not (?:registered|found|delegated|assigned)|unregistered|unassigned|unallocated|no object found|object does not exist|prohibited string)\b/i

/** Whether a line is a server's statement that the name is not registered. */
export function saysUnregistered(sentence: string): boolean {
  if (sentence.length > 160 || doubtful.test(sentence)) return false
  const bare = bareOf(sentence)
  // 'The queried object does not exist: DOMAIN NOT FOUND' and 'Nincs találat / No match' say it twice.
  const parts = sentence.split(/:\s+|\s\/\s/).map(bareOf)
  return unregisteredElsewhere.test(bare) || isUnregistered(bare) || parts.every(isUnregistered)
}

/** Names of domains as '@', without signs. */
const bareOf = (sentence: string): string =>
  sentence
    .replace(/\[[^\]]*\]/g, ' @ ')
    .replace(/["'“”‘’«»`]?(?:[\p{L}\p{N}_-]+\.)+[\p{L}\p{N}-]{2,}\.?["'“”‘’«»`]?/gu, '@')
    .replace(/["'“”‘’«»`()_:,;!…]/g, ' ')
    .replace(/[.\s]+$/u, '')
    .replace(/\s+/g, ' ')
    .trim()

const isUnregistered = (bare: string): boolean => unregisteredSentences.some((pattern) => pattern.test(bare))

/** Whether the value of a status field says that the name is not registered. */
export const isFreeStatus = (value: string): boolean => freeStatus.test(value.trim())

const throttledSentence =
  /exceed(?:ed|ing)? (?:the )?(?:max(?:imum)?|allowed|permitted) (?:query |command |request |connection )?rate|(?:query|request|connection|access|command) rate (?:was |is |has been )?exceed|no more (?:queries|requests|lookups|connections)|(?:fair use|usage|access|query) policy (?:was |is |has been )?(?:exceed|violat)|retry (?:after|in) \d|too many requests|制限を超え|アクセス制限|过于频繁|過於頻繁|超(?:出|过).{0,10}(?:限制|次数)|초과|limite? .{0,40}(?:excedid|atteinte|dépassée|überschritten)|zu viele anfragen|trop de requ[eê]tes|demasiadas consultas|слишком (?:много|часто)|(?:limit|quota)s? ?(?:(?:of|for) .{1,40} )?(?:has been |have been |is |was |already )?(?:exceed|reach)|(?:exceed|reach)ed.{0,40}(?:limit|quota|maximum|queries|requests|allowed)|(?:queries|requests|lookups).{0,40}exceeded|too (?:many|fast|frequent)|too busy|(?:try|wait).{0,20} again|(?:please|must) wait|(?:access|request|query|connection) (?:is |was |has been )?(?:temporarily )?(?:denied|restricted|refused|rejected|blocked|limited)|request denied|temporarily (?:un|den|block|ban)|(?:you|your|ip|client|request|query|connection|host)\b.{0,60}(?:are|been|is) (?:currently |temporarily |being )*(?:blocked|banned|blacklisted|black.listed|rate.?limited|throttled)|rate.?limit(?:ed|ing)? (?:in effect|exceeded|reached)|requests of this client are not permitted|wait \d+ (?:more )?seconds?|excessive (?:querying|access) detected|contained within a list of ip addresses|only \d+ (?:request|quer).{0,40}allowed|currently (?:down|unavailable|not available)|exceso|excedid[oa]/iu
/** Terms of use describe what would happen. */
const conditional = /\b(?:will|may|might|would|if|reserves?|reserved|agree|prohibited|forbidden|in order to|you'll)\b/i

/** Whether a line is a server's statement that it does not answer now. */
export const saysThrottled = (sentence: string): boolean =>
  sentence.length <= 200 && throttledSentence.test(sentence) && !conditional.test(sentence)

const reserved =
  /^(?:the registration of this (?:domain|name) is restricted\b.{0,80}|(?:(?:the |this )?(?:domain(?: name)?|name|string|@)?.{0,60}\b(?:is |has been )?(?:registry.?|not available (?:for registration )?(?:or|and|as it) ?(?:is )?)?reserved\b.{0,60}|.{0,80}\bnot available for registration))\W*$/i

/** Whether a line is a server's statement that the registry keeps the name: nobody can register it. */
export const saysReserved = (sentence: string): boolean =>
  sentence.length <= 120 &&
  reserved.test(sentence) &&
  !/\b(?:rights?|copyright|©|\(c\)|may be|might be)\b/i.test(sentence)

const registered =
  /^(?:the |this )?(?:domain(?: name)?|name)?(?: ?@)? ?(?:is|has been) (?:already |currently )?(?:delegated|registered|taken|in use|allocated|assigned)$/i

/** Whether a line is a server's statement that the name is registered, where it gives no data. */
export const saysRegistered = (sentence: string): boolean => sentence.length <= 120 && registered.test(bareOf(sentence))
