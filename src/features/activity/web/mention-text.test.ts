import { expect, test } from 'vitest'
import { mentionedIn, piecesOf, typedMention } from './mention-text.ts'

test('a name is being typed from the @ to the caret, with at most one space', () => {
  expect(typedMention('Ask @An', 7)).toEqual({ from: 4, search: 'An' })
  expect(typedMention('@Ana Ma rest', 7)).toEqual({ from: 0, search: 'Ana Ma' })
  expect(typedMention('@', 1)).toEqual({ from: 0, search: '' })
  expect(typedMention('mail@host', 9)).toBeUndefined()
  expect(typedMention('@Ana Maria said', 15)).toBeUndefined()
})

test('only names of people who are mentioned stand out, the longer name first', () => {
  expect(piecesOf('Hi @Ana Li, not @Bob', ['Ana', 'Ana Li'])).toEqual([
    { text: 'Hi ', isMention: false },
    { text: '@Ana Li', isMention: true },
    { text: ', not @Bob', isMention: false },
  ])
  expect(piecesOf('', [])).toEqual([])
})

test('a person is mentioned by the whole name, not by the beginning of a longer one', () => {
  const named = [
    { id: 'short', name: 'Ann Lee' },
    { id: 'long', name: 'Ann Lee-Smith' },
  ]
  expect(mentionedIn('@Ann Lee-Smith please look', named)).toEqual(['long'])
  expect(mentionedIn('@Ann Lee and @Ann Lee-Smith', named)).toEqual(['short', 'long'])
  expect(mentionedIn('nobody', named)).toEqual([])
})
