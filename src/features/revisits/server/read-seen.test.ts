import { expect, test } from 'vitest'
import { readPage } from './read-seen.ts'

test('a page that was made to be slow to read is read at once', () => {
  const most = 200_000
  const filled = (piece: string) => Buffer.from(piece.repeat(Math.ceil(most / piece.length)))
  const began = performance.now()
  for (const piece of ['<', '<a', '<title', '<!--', '<script ', '</script ', '&', '<a href="', '< ', ' '])
    expect(readPage(filled(piece)).text.length).toBeLessThanOrEqual(most)
  // Each took minutes when every '<' looked for its end anew.
  expect(performance.now() - began).toBeLessThan(3000)
})

test('what is cut in the middle of a tag is no text, and a sign of less is', () => {
  const page = readPage(
    Buffer.from('<title lang="en">A &lt; B</title><p>3 < 4, 5 <6<br/>end<!doctype x></p><img src="cut'),
  )
  expect(page).toMatchObject({ title: 'A < B', text: 'A < B 3 < 4, 5 <6 end' })
})
