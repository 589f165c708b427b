import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { eCommerce } from '#platforms/e-commerce.ts'

const { post, one } = setUpActionTests()
const write = (id: string, text: string, more: object = {}, who?: string) =>
  post(`activity/finding/${id}`, { text, ...more }, who)

test('G55 C-317 C-318 a message is answered as one, a comment of the client with the text of its platform', async () => {
  const id = await one(eCommerce, '33')
  expect((await write(id, 'For all')).json().message).toBe('Comment upated successfully.')
  expect((await write(id, 'For all', {}, 'analyst')).json().message).toBe('Message added')
  expect((await write(id, 'Hidden', { internal: true }, 'analyst')).json().message).toBe('Message added')
})
