import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ScopeBar } from '#features/brands/web/ScopeBar.tsx'
import type { StaffScope } from '#features/brands/web/staff-scope.ts'
import { enforcementUpload } from '#features/enforcement/contract.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { OpenModal } from '#kit/web/OpenModal.tsx'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { CallFailed, failedWith } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { FileField } from '#kit/web/FilePick.tsx'
import { uploadFile } from '#kit/web/upload-file.ts'
import { useDiscardGuard } from '#kit/web/use-discard-guard.tsx'
import { useTemporaryState } from '#kit/web/use-temporary-state.ts'
import { platformOf } from '#platforms/all.ts'
import { messageMilliseconds, texts } from './texts.ts'

/** Uploads past enforcement from a workbook (S-159, G76); the server's errors appear under each field. */
export function UploadEnforcement({ scope: initialScope, close }: { scope: StaffScope; close: () => void }) {
  const { scope, setScope, file, setFile, isAdmin, overrideReason, setReason, isSending, errors, send } =
    useSheetUpload(initialScope, close)
  const [leave, question] = useDiscardGuard({ isTyped: overrideReason !== '', close })
  const key = (scope.platform && platformOf(scope.platform)?.identity) ?? 'url, link or domain'
  return (
    <OpenModal onClose={leave} title={texts.upload} size="xl" closeOnClickOutside={false}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          void send()
        }}
      >
        <Stack gap="sm">
          <ScopeBar scope={scope} change={setScope} errors={errors} isFixed={isSending} />
          <FileField
            label="File"
            required
            accept=".xlsx"
            placeholder="Choose an .xlsx file"
            leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
            description={texts.uploadLayout(key)}
            value={file}
            onChange={setFile}
            error={errors['file'] ?? errors['data']}
          />
          {isAdmin ? (
            <TextInput
              label={texts.sheetReason}
              description={texts.sheetReasonHint}
              maxLength={500}
              value={overrideReason}
              error={errors['overrideReason']}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          ) : null}
          <Text size="xs" c="dimmed">
            Either all rows are saved, or none.
          </Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={leave}>
              Close
            </Button>
            <Button type="submit" loading={isSending}>
              Upload
            </Button>
          </Group>
        </Stack>
      </form>
      {question}
    </OpenModal>
  )
}

/** What is entered for the workbook, its sending, and the server's errors by field. */
function useSheetUpload(initialScope: StaffScope, close: () => void) {
  const client = useQueryClient()
  const [scope, setScope] = useState(initialScope)
  const [file, setFile] = useState<File | null>(null)
  const isAdmin = useSession().user?.role === 'Admin'
  const [overrideReason, setReason] = useState('')
  const [isSending, setSending] = useState(false)
  const [errors, setErrors] = useTemporaryState<Readonly<Record<string, string>>>({}, messageMilliseconds)
  const send = async () => {
    setSending(true)
    setErrors({})
    try {
      const { companyId: company = '', brandId: brand = '', platform = '' } = scope
      const { message } = await uploadFile(enforcementUpload.upload, file ?? undefined, {
        name: 'file',
        fields: { company, brand, platform, ...(isAdmin ? { overrideReason } : {}) },
      })
      toastSuccess(message)
      void client.invalidateQueries({ queryKey: ['enforcement'] })
      close()
    } catch (error) {
      if (error instanceof CallFailed && Object.keys(error.fields).length > 0) setErrors(error.fields)
      else if (failedWith(error, 413, 415)) setErrors({ file: error.message })
      else toastError(sentenceOf(error))
    } finally {
      setSending(false)
    }
  }
  return { scope, setScope, file, setFile, isAdmin, overrideReason, setReason, isSending, errors, send }
}
