import { Button, Group, NativeSelect, PasswordInput, Stack, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { actionPasswords } from '#features/action-passwords/contract.ts'
import { type Purpose, purposeTitles } from '#features/action-passwords/rules.ts'
import { OpenModal } from '#kit/web/OpenModal.tsx'
import { toastSuccess } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { ErrorState, sentenceOf } from '#kit/web/ErrorState.tsx'
import { useSettings } from '#kit/web/settings.ts'
import { showDayOf } from '#vocabulary/dates.ts'
import { texts } from './texts.ts'

/** Button with which an Admin sets the passwords of these actions (G82). */
export function PasswordSetting({ purposes }: { purposes: readonly Purpose[] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconKey size={14} aria-hidden />} onClick={() => setOpen(true)}>
        {texts.setPassword(purposes.length > 1)}
      </Button>
      {isOpen ? <PasswordForm purposes={purposes} close={() => setOpen(false)} /> : null}
    </>
  )
}

const queryKey = ['action passwords']

function PasswordForm({ purposes, close }: { purposes: readonly Purpose[]; close: () => void }) {
  const client = useQueryClient()
  const [purpose, setPurpose] = useState<Purpose>(purposes[0]!)
  const [password, setPassword] = useState('')
  const stored = useQuery({ queryKey, queryFn: ({ signal }) => call(actionPasswords.list, {}, { signal }) })
  const save = useMutation({
    mutationFn: () => call(actionPasswords.set, { purpose, password }),
    onSuccess: ({ message }) => {
      toastSuccess(message)
      void client.invalidateQueries({ queryKey })
      close()
    },
  })
  const several = purposes.length > 1
  const found = stored.data?.docs.find((one) => one.purpose === purpose)
  return (
    <OpenModal
      onClose={close}
      title={texts.setTitle(several ? undefined : purposeTitles[purpose].toLowerCase())}
      size="sm"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {stored.error ? <ErrorState error={stored.error} retry={() => void stored.refetch()} /> : null}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        <Stack gap="sm">
          {several ? (
            <NativeSelect
              label={texts.action}
              value={purpose}
              data={purposes.map((value) => ({ value, label: purposeTitles[value] }))}
              onChange={(event) => {
                setPurpose(event.currentTarget.value as Purpose)
                save.reset()
              }}
            />
          ) : null}
          {found ? <SetBy {...found} /> : null}
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
    </OpenModal>
  )
}

/** Who set the password, and when. */
function SetBy({ setBy, setAt }: { setBy: string | null; setAt: string | null }) {
  const { businessZone } = useSettings()
  return (
    <Text size="sm">
      {setBy === null || setAt === null ? texts.notSet : texts.setBy(setBy, showDayOf(setAt, businessZone))}
    </Text>
  )
}
