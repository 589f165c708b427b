import { expect, test } from 'vitest'
import { statementsIn } from '#kit/server/sql-statements.ts'

test('statements end at semicolons, except in texts, names, bodies and comments', () => {
  const text = `-- no transaction; really
    select 'a;''b;' as "x;y"; /* one; two */
    do $$ begin perform 1; perform 2; end $$;
    do $body$ select '$$;' $body$;
    select 1 -- the last; without a semicolon`
  expect(statementsIn(text)).toEqual([
    `-- no transaction; really\n    select 'a;''b;' as "x;y"`,
    '/* one; two */\n    do $$ begin perform 1; perform 2; end $$',
    `do $body$ select '$$;' $body$`,
    'select 1 -- the last; without a semicolon',
  ])
})

test('a file without a statement has none', () => {
  expect(statementsIn('-- only a comment;\n ; /* ; */ ;')).toEqual([])
})
