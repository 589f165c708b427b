import { useState } from 'react'
import { Button, Group, ScrollArea, Stack, Table, Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { staging } from '#features/staging/contract.ts'
import type { Draft } from '#features/staging/contract-schemas.ts'
import { OpenModal } from '#kit/web/OpenModal.tsx'
import { toastSuccess } from '#kit/web/alerts.ts'
import { call, CallFailed } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { useSettings } from '#kit/web/settings.ts'
import stacked from '#kit/web/stacked-table.module.css'
import { useDiscardGuard } from '#kit/web/use-discard-guard.tsx'
import { lastSaved } from './last-saved.ts'
import { texts } from './texts.ts'

type Props = {
  drafts: readonly Draft[]
  /** The draft whose rows are shown; undefined for all. */
  chosen: string | undefined
  onChoose: (draftId: string | undefined) => void
  canSendBack: boolean
  onSentBack: () => void
}

/** The open drafts: one can be chosen, and an Admin can send one back. */
export function ReviewedDrafts({ drafts, chosen, onChoose, canSendBack, onSentBack }: Props) {
  const { businessZone: zone } = useSettings()
  const [returned, setReturned] = useState<Draft>()
  return (
    <>
      <ScrollArea.Autosize mah={190} offsetScrollbars="present" type="auto">
        <Table miw={760} verticalSpacing={4} className={stacked['stacked']!}>
          <Table.Thead>
            <Table.Tr>
              {texts.reviewHeads.map((head) => (
                <Table.Th key={head}>{head}</Table.Th>
              ))}
              {canSendBack ? (
                <Table.Th>
                  <span className="visually-hidden">Action</span>
                </Table.Th>
              ) : null}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {drafts.map((draft) => (
              <Table.Tr key={draft.id}>
                <Table.Td>
                  <Button
                    size="compact-sm"
                    ml={-10}
                    variant={chosen === draft.id ? 'light' : 'subtle'}
                    aria-pressed={chosen === draft.id}
                    onClick={() => onChoose(chosen === draft.id ? undefined : draft.id)}
                  >
                    {draft.fileName}
                  </Button>
                </Table.Td>
                <Table.Td data-head={texts.reviewHeads[1]} className="tabular" style={{ whiteSpace: 'nowrap' }}>
                  {texts.rows(draft.rows)}
                </Table.Td>
                <Table.Td data-head={texts.reviewHeads[2]}>{draft.createdBy}</Table.Td>
                <Table.Td data-head={texts.reviewHeads[3]} className="tabular">
                  {lastSaved(draft, zone)}
                </Table.Td>
                <Table.Td data-head={texts.reviewHeads[4]}>
                  <Text size="sm" lineClamp={2} maw={320} title={draft.remark ?? undefined}>
                    {draft.remark}
                  </Text>
                </Table.Td>
                {canSendBack ? (
                  <Table.Td>
                    <Button size="compact-sm" variant="default" onClick={() => setReturned(draft)}>
                      {texts.sendBack}
                    </Button>
                  </Table.Td>
                ) : null}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
      {returned ? (
        <SendBack
          draft={returned}
          close={() => setReturned(undefined)}
          onSentBack={() => {
            setReturned(undefined)
            onSentBack()
          }}
        />
      ) : null}
    </>
  )
}

function SendBack({ draft, close, onSentBack }: { draft: Draft; close: () => void; onSentBack: () => void }) {
  const [remark, setRemark] = useState('')
  const sending = useMutation({
    mutationFn: () => call(staging.sendBack, { draftId: draft.id, remark }),
    onSuccess: ({ message }) => {
      toastSuccess(message)
      onSentBack()
    },
  })
  const { error } = sending
  const problem = error instanceof CallFailed ? (error.fields['remark'] ?? error.message) : error && sentenceOf(error)
  const [leave, question] = useDiscardGuard({ isTyped: remark !== '', close })
  return (
    <OpenModal onClose={leave} title={texts.sendBackTitle(draft.fileName)}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          sending.mutate()
        }}
      >
        <Stack gap="sm">
          <Textarea
            label={texts.remark}
            description={texts.remarkHint(draft.createdBy)}
            autosize
            minRows={3}
            maxRows={8}
            maxLength={1000}
            data-autofocus
            value={remark}
            error={problem || undefined}
            onChange={(event) => setRemark(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" loading={sending.isPending}>
              {texts.sendBack}
            </Button>
          </Group>
        </Stack>
      </form>
      {question}
    </OpenModal>
  )
}
