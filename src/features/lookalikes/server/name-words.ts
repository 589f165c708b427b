/**
 * Words that people who imitate a brand join to its name, and suffixes they register under. The words and suffixes
 * called dnstwist's are its dictionaries (version 20250130, Apache-2.0; src/features/lookalikes/server/LICENSES.txt).
 */
const list = (text: string): string[] => text.split(' ')

/** The thirty of decision G95, most used first. */
export const commonAffixes = list(
  'login secure support verify account online help pay service app update auth signin bank wallet mail web my shop store ' +
    'official customer care rewards offers sale india track id us',
)

/** The twenty-five of decision G95, unless a setting names others. */
export const commonSuffixes = list(
  'com net org info co in co.in shop xyz online top site store app io live club vip cc icu us me biz dev ai',
)

/** dnstwist's dictionaries: English with the words of its comments, which it takes for entries too; French; Polish. */
export const dictionaryWords = list(
  'auth access account admin agree blue business cdn choose claim cl click confirm confirmation connect download enroll find ' +
    'group http https https-www install login mobile mail my online pay payment payments portal recovery register ssl safe ' +
    'secure security service services signin signup support summary update user verify verification view ww www web ' +
    'actif active activite agent bleu carte compte enligne forum fr gerer gouv groupe index le ma menu mon moncompte site ' +
    'solutions autoryzacja konto logowanie ' +
    'feel this adapt campaigns. common contain dictionary free in it most needs. phishing targeted the to used words your',
)

/** dnstwist's suffixes: the hundred most common, then the most abused. */
export const dictionarySuffixes = list(
  'com net org jp de uk fr com.br it ru es me gov pl ca au cn co in nl edu info eu ch id at kr cz mx be tv se tr tw al ua ir ' +
    'vn cl sk ly cc to no fi us pt dk ar hu tk gr il news ro my biz ie za nz sg ee th io xyz pe bg hk rs lt link ph club si ' +
    'site mobi by cat wiki la ga xxx cf hr ng jobs online kz ug gq ae is lv pro fm tips ms sa app ' +
    'ml ooo wang work rest buzz top fit',
)
