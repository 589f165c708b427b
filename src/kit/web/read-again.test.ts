import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { readAgain } from './read-again.ts'

test('what happens while the first answer is on its way is shown too', async () => {
  const client = new QueryClient()
  const answers: ((text: string) => void)[] = []
  const observer = new QueryObserver<string>(client, {
    queryKey: ['thread', 'a'],
    queryFn: () => new Promise((resolve) => answers.push(resolve)),
  })
  const stop = observer.subscribe(() => undefined)
  readAgain(client, ['thread'])
  answers[0]!('older')
  await expect.poll(() => answers.length).toBe(2)
  answers[1]!('newer')
  await expect.poll(() => observer.getCurrentResult().data).toBe('newer')
  // Once there is an answer, the next read replaces one that is on its way.
  readAgain(client, ['thread'])
  readAgain(client, ['thread'])
  answers[3]!('newest')
  await expect.poll(() => observer.getCurrentResult().data).toBe('newest')
  expect(answers).toHaveLength(4)
  stop()
})
