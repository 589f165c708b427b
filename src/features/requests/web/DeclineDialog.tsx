import { Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ClientRequest, requests } from '#features/requests/contract.ts'
import { labels } from '#features/requests/messages.ts'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { call, CallFailed, failedWith } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { useForm } from '#kit/web/use-form.ts'
import { requestLists } from './lists.ts'
import { inbox } from './texts.ts'

/** Asks for the reason to decline a request; the client sees it. */
export function DeclineDialog({ request, close }: { request: ClientRequest; close: () => void }) {
  const client = useQueryClient()
  const reload = () => void client.invalidateQueries({ queryKey: ['pages', requestLists.all] })
  const form = useForm({
    begin: { answer: '' },
    send: ({ answer }) => call(requests.decline, { id: request.id, answer }),
    onSaved: (answer) => {
      toastSuccess((answer as { message: string }).message)
      reload()
      close()
    },
    onRefused: (error) => {
      if (!failedWith(error, 422)) toastError(error instanceof CallFailed ? error.message : inbox.failed)
      reload()
    },
  })
  return (
    <FormDialog title={inbox.decline} form={form} labels={{ answer: labels.answer }} close={close} save={inbox.decline}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {request.domain}
      </Text>
      <Textarea
        label={labels.answer}
        description="The client sees this reason."
        required
        autosize
        minRows={3}
        maxLength={500}
        data-autofocus
        value={form.values.answer}
        error={form.errors['answer']}
        onChange={(event) => form.set('answer', event.currentTarget.value)}
      />
    </FormDialog>
  )
}
