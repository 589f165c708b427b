import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { exportCalls } from '#features/exports/contract.ts'
import { toastSuccess } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { ErrorState, sentenceOf } from '#kit/web/ErrorState.tsx'
import { useSettings } from '#kit/web/settings.ts'
import { showDayOf } from '#vocabulary/dates.ts'
import { texts } from './texts.ts'

/** Button with which an Admin sets the password of bulk downloads (G82). */
export function PasswordSetting() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconKey size={14} aria-hidden />} onClick={() => setOpen(true)}>
        {texts.setPassword}
      </Button>
      {isOpen ? <PasswordForm close={() => setOpen(false)} /> : null}
    </>
  )
}

const queryKey = ['action passwords']

function PasswordForm({ close }: { close: () => void }) {
  const { businessZone } = useSettings()
  const client = useQueryClient()
  const [password, setPassword] = useState('')
  const stored = useQuery({ queryKey, queryFn: ({ signal }) => call(exportCalls.passwords, {}, { signal }) })
  const save = useMutation({
    mutationFn: () => call(exportCalls.setPassword, { purpose: 'bulk-download', password }),
    onSuccess: ({ message }) => {
      toastSuccess(message)
      void client.invalidateQueries({ queryKey })
      close()
    },
  })
  const found = stored.data?.docs.find(({ purpose }) => purpose === 'bulk-download')
  return (
    <Modal opened onClose={close} title={texts.setTitle} size="sm" closeButtonProps={{ 'aria-label': 'Close' }}>
      {stored.error ? <ErrorState error={stored.error} retry={() => void stored.refetch()} /> : null}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        <Stack gap="sm">
          {found ? (
            <Text size="sm">{texts.setHint(found.setBy, showDayOf(found.setAt ?? '1970-01-01', businessZone))}</Text>
          ) : null}
          <PasswordInput
            label={texts.newPassword}
            data-autofocus
            autoComplete="new-password"
            maxLength={200}
            value={password}
            error={save.error ? sentenceOf(save.error) : undefined}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {texts.cancel}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {texts.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
