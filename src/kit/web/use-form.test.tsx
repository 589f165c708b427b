import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type FormOf, useForm } from './use-form.ts'

test('what is typed last is sent, also when the form is sent before it is rendered again', async () => {
  const sent: unknown[] = []
  let form: FormOf<{ name: string; city: string }> | undefined
  function Screen() {
    form = useForm({
      begin: { name: 'Old', city: 'Surat' },
      send: (values) => Promise.resolve(sent.push(values)),
      onSaved: (_, values) => sent.push(values),
      onRefused: (error) => sent.push(error),
    })
    return null
  }
  renderToString(<Screen />)
  form!.set('name', 'New')
  await form!.submit()
  expect(sent).toEqual([
    { name: 'New', city: 'Surat' },
    { name: 'New', city: 'Surat' },
  ])
})

test('A-019 what somebody else saved before a separate action of the form is not overwritten by saving it', async () => {
  const sent: unknown[] = []
  type Brand = { name: string; term: string; platforms: string }
  let form: FormOf<Brand> | undefined
  function Screen() {
    form = useForm<Brand>({
      begin: { name: 'Old', term: 'tea', platforms: 'domain, website' },
      version: 1,
      read: ({ name, term, platforms }) => ({ name, term, platforms }) as Brand,
      send: (values) => Promise.resolve(sent.push(values)),
      onSaved: () => undefined,
      onRefused: (error) => sent.push(error),
    })
    return null
  }
  renderToString(<Screen />)
  form!.set('name', 'Mine')
  const record = { name: 'Old', term: 'theirs', platforms: 'domain', version: 3 }
  form!.applied((values) => ({ ...values, platforms: 'domain' }), record)
  await form!.submit()
  expect(sent).toEqual([{ name: 'Mine', term: 'theirs', platforms: 'domain' }])
})
