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
