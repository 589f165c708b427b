import { expect, test } from 'vitest'
import { excerptOf } from './own-words.ts'

test.each([
  [
    'the first sentence, without salutation and quotation',
    'Dear reporter,\n\nWe have suspended the\ncustomer’s account. Regards,\nAbuse Team\n\n> Please disable the page.',
    'We have suspended the customer’s account.',
  ],
  ['another writing', '您好，\n我们已经暂停了该域名的解析服务。谢谢', '我们已经暂停了该域名的解析服务。'],
  ['no salutation', 'Closed: no abuse found', 'Closed: no abuse found'],
  ['a long one is cut', `${'long words '.repeat(40)}.`, `${'long words '.repeat(40).slice(0, 199)}…`],
  ['only a quotation', '> Please disable the page.\n> Thanks', null],
  ['nothing', ' \n', null],
])('what later letters quote of an answer: %s', (_, body, excerpt) => {
  expect(excerptOf(body)).toBe(excerpt)
})
