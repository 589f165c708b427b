import { Alert, Anchor, Button, Group, Image, List, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { IconDownload, IconExternalLink, IconShieldExclamation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { enforcement } from '#features/enforcement/contract.ts'
import { ReasonField } from '#features/notices/web/ReasonField.tsx'
import { SheetParts } from '#features/notices/web/SheetParts.tsx'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { OpenModal } from '#kit/web/OpenModal.tsx'
import { toastError } from '#kit/web/alerts.ts'
import { call, failedWith } from '#kit/web/call.ts'
import { ErrorState, sentenceOf } from '#kit/web/ErrorState.tsx'
import { asDownload } from '#kit/web/fetch-file.ts'
import { LoadingBlock } from '#kit/web/Loading.tsx'
import { useDiscardGuard } from '#kit/web/use-discard-guard.tsx'
import { texts } from './texts.ts'

/** A desk's web form, and the finding to report through it. */
export type FormSubject = {
  platform: string
  id: string
  form: string
  /** The name of the desk. */
  name: string
  /** The desk takes email, too. */
  takesEmail: boolean
  /** What the dialog says; else that of the finding. */
  facts?: { registrar: string; ipAddress: string; hosting: string; date: string }
}

/** What is entered with the record of a report. */
export type FormValues = { ticket: string; overrideReason: string }

type Props = {
  subject: FormSubject
  /** Stores the record; a 422 is shown here. */
  record: (values: FormValues) => Promise<void>
  close: () => void
}

/**
 * The fields of a desk's web form, each ready to copy; afterwards the report is recorded as an email would be. What an
 * email would lack is refused here too, unless an Admin gives a reason.
 */
export function FormSheet({ subject, record, close }: Props) {
  const { platform, id, form, name, takesEmail, facts } = subject
  const [ticket, setTicket] = useState('')
  const [reason, setReason] = useState('')
  const [overrideReason, setOverride] = useState('')
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [isSaving, setSaving] = useState(false)
  const input = { platform, id, form, ...facts, ...(overrideReason === '' ? {} : { overrideReason }) }
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['enforcement', 'form sheet', input],
    queryFn: ({ signal }) => call(enforcement.formSheet, input, { signal }),
    retry: false,
    staleTime: 0,
  })
  const refused = failedWith(error, 422) ? error.fields : undefined
  const save = async () => {
    setSaving(true)
    setErrors({})
    try {
      await record({ ticket, overrideReason })
    } catch (problem) {
      if (failedWith(problem, 422)) setErrors(problem.fields)
      else toastError(sentenceOf(problem))
    } finally {
      setSaving(false)
    }
  }
  const [leave, question] = useDiscardGuard({ isTyped: ticket !== '' || reason !== '', close })
  const { ticket: ticketError, ...others } = errors
  const refusal = { isBusy: isFetching, reason, onReason: setReason, go: () => setOverride(reason.trim()) }
  return (
    <OpenModal onClose={leave} title={`${texts.sheetTitle}: ${name}`} size="lg" closeOnClickOutside={false}>
      <Stack gap="xs">
        <Text size="sm">{texts.sheetHint(name, takesEmail)}</Text>
        {error && !refused ? <ErrorState error={error} retry={() => void refetch()} /> : null}
        {!data && !error ? <LoadingBlock height={560} /> : null}
        {refused ? <Refused fields={refused} {...refusal} /> : null}
        {data ? (
          <>
            <SheetParts parts={[{ title: texts.sheetFields, fields: data.fields }]} />
            <SideBySide pictures={data.pictures} />
            <FilesToAttach files={data.files} />
            {Object.keys(others).length > 0 ? <Refused fields={others} {...refusal} /> : null}
            <TextInput
              label={texts.ticket}
              description={texts.ticketHint}
              maxLength={100}
              value={ticket}
              error={ticketError}
              onChange={(event) => setTicket(event.currentTarget.value)}
            />
            <Buttons form={form} isSaving={isSaving} close={leave} save={() => void save()} />
          </>
        ) : null}
      </Stack>
      {question}
    </OpenModal>
  )
}

type ButtonsProps = { form: string; isSaving: boolean; close: () => void; save: () => void }

function Buttons({ form, isSaving, close, save }: ButtonsProps) {
  return (
    <Group justify="space-between" gap="xs" mt="xs">
      <Button
        component="a"
        href={form}
        target="_blank"
        rel="noopener noreferrer nofollow"
        variant="default"
        rightSection={<IconExternalLink size={14} aria-hidden />}
      >
        {texts.openForm}
      </Button>
      <Group gap="xs">
        <Button variant="default" onClick={close}>
          Close
        </Button>
        <Button loading={isSaving} onClick={save}>
          {texts.recordForm}
        </Button>
      </Group>
    </Group>
  )
}

/** The found article beside the genuine one. */
function SideBySide({ pictures }: { pictures: readonly { caption: string; url: string }[] }) {
  if (pictures.length === 0) return null
  return (
    <SimpleGrid cols={2} spacing="xs">
      {pictures.map(({ caption, url }) => (
        <Stack key={url} gap={4} component="figure" m={0}>
          <Image src={url} alt={caption} fit="contain" h={180} radius="sm" />
          <Text size="xs" c="dimmed" component="figcaption" style={{ overflowWrap: 'anywhere' }}>
            {caption}
          </Text>
        </Stack>
      ))}
    </SimpleGrid>
  )
}

/** The picture and the documents of the notice, which a form takes as files. */
function FilesToAttach({ files }: { files: readonly { fileName: string; url: string }[] }) {
  if (files.length === 0) return null
  return (
    <Stack gap={4} role="group" aria-label={texts.filesToAttach}>
      <Text size="sm" fw={600}>
        {texts.filesToAttach}
      </Text>
      <Group gap="md">
        {files.map(({ fileName, url }) => (
          <Anchor
            key={url}
            size="sm"
            href={asDownload(url)}
            download={fileName}
            style={{ overflowWrap: 'anywhere', minHeight: 24 }}
          >
            <IconDownload size={14} aria-hidden style={{ verticalAlign: '-2px' }} /> {fileName}
          </Anchor>
        ))}
      </Group>
    </Stack>
  )
}

type RefusedProps = {
  /** The server's errors by field. */
  fields: Readonly<Record<string, string>>
  isBusy: boolean
  reason: string
  onReason: (reason: string) => void
  go: () => void
}

/** Why the desk may not be asked yet. An Admin goes on with a reason, except about what is no abuse. */
function Refused({ fields, isBusy, reason, onReason, go }: RefusedProps) {
  const isAdmin = useSession().user?.role === 'Admin'
  const { overrideReason, ...lacking } = fields
  const mayOverride = isAdmin && fields['noAbuse'] === undefined
  return (
    <Alert
      color={mayOverride ? 'orange' : 'red'}
      variant="default"
      icon={<IconShieldExclamation aria-hidden />}
      title={fields['noAbuse'] === undefined ? texts.sheetRefused : texts.sheetNone}
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      <List size="sm" spacing={2}>
        {Object.entries(lacking).map(([field, sentence]) => (
          <List.Item key={field}>{sentence}</List.Item>
        ))}
      </List>
      {mayOverride ? (
        <Stack gap="xs" mt="xs" align="flex-start">
          <ReasonField label={texts.refusedReason} value={reason} set={onReason} error={overrideReason} />
          <Button size="compact-sm" loading={isBusy} disabled={reason.trim() === ''} onClick={go}>
            {texts.sheetContinue}
          </Button>
        </Stack>
      ) : overrideReason ? (
        <Text size="sm">{overrideReason}</Text>
      ) : null}
    </Alert>
  )
}
