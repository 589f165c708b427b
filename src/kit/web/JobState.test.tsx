import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { JobState } from './JobState.tsx'

const shown = (job: Partial<Parameters<typeof JobState>[0]>) =>
  renderToStaticMarkup(
    <MantineProvider>
      <JobState state="Processing" done={1200} total={25_000} problem={null} {...job} />
    </MantineProvider>,
  )
    .replace(/<style[^]*?<\/style>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

test('a job says how far it is, also between two turns, and about how long it will take', () => {
  expect(shown({ secondsLeft: 47_600 })).toContain('1,200 of 25,000 about 13 hours left')
  expect(shown({})).not.toContain('left')
  expect(shown({ state: 'Pending', problem: 'Waits for the job before it' })).toContain(
    'Pending 1,200 of 25,000 Waits for the job before it',
  )
  expect(shown({ state: 'Pending', done: 0 })).not.toContain('of 25,000')
})
