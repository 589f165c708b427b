import { Alert, Button, Checkbox, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { replies } from '#features/replies/contract.ts'
import { toastSuccess } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { LoadingBlock } from '#kit/web/Loading.tsx'
import { texts } from './texts.ts'

/** Which findings of its email a reply concerns, to be read and changed. */
export function ConcernedFindings({ answerId }: { answerId: string }) {
  const [isOpen, setOpen] = useState(false)
  return isOpen ? (
    <Choice answerId={answerId} close={() => setOpen(false)} />
  ) : (
    <Button size="compact-xs" variant="default" my={4} onClick={() => setOpen(true)}>
      {texts.choose}
    </Button>
  )
}

function Choice({ answerId, close }: { answerId: string; close: () => void }) {
  const queries = useQueryClient()
  const { data, error } = useQuery({
    queryKey: ['enforcement', 'answer-records', answerId],
    queryFn: ({ signal }) => call(replies.records, { id: answerId }, { signal }),
    retry: false,
  })
  const [changed, setChanged] = useState<readonly string[]>()
  const save = useMutation({
    mutationFn: (recordIds: readonly string[]) => call(replies.concern, { id: answerId, recordIds: [...recordIds] }),
    onSuccess: ({ message }) => {
      toastSuccess(message)
      close()
    },
    onSettled: () =>
      Promise.all(
        ['enforcement', 'escalations', 'revisits'].map((key) => queries.invalidateQueries({ queryKey: [key] })),
      ),
  })
  const problem = error ?? save.error
  if (!data) return problem ? <Alert color="red">{sentenceOf(problem)}</Alert> : <LoadingBlock height={80} />
  const chosen = changed ?? data.filter(({ isConcerned }) => isConcerned).map(({ id }) => id)
  return (
    <Stack gap={6} my={6}>
      {problem ? (
        <Alert color="red" role="alert">
          {sentenceOf(problem)}
        </Alert>
      ) : null}
      <Checkbox.Group
        size="xs"
        label={texts.concerns}
        value={[...chosen]}
        onChange={setChanged}
        mah={240}
        style={{ overflowY: 'auto' }}
      >
        <Stack gap={4} mt={4}>
          {data.map(({ id, address }) => (
            <Checkbox key={id} size="xs" value={id} label={address} style={{ overflowWrap: 'anywhere' }} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Button
        size="compact-xs"
        w="fit-content"
        loading={save.isPending}
        disabled={chosen.length === 0}
        onClick={() => save.mutate(chosen)}
      >
        {texts.saveChoice}
      </Button>
    </Stack>
  )
}
