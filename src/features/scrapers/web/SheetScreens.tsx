import { Badge, Button, Group, Select, Text, TextInput } from '@mantine/core'
import { IconRefresh, IconUpload } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sheetTexts } from '#columns/sheet-unreadable.ts'
import { type ScraperRecord, scrapers, scraperUploads } from '#features/scrapers/contract.ts'
import { messages } from '#features/scrapers/messages.ts'
import { maxNameLength, maxSheetBytes, type RefreshLane, refreshPlatforms } from '#features/scrapers/rules.ts'
import { isUnderWay } from '#features/tool-jobs/rules.ts'
import { JobDetails } from '#features/tool-jobs/web/JobTools.tsx'
import { MissingBrowser } from '#features/tool-jobs/web/MissingBrowser.tsx'
import { useOwnEmail } from '#features/tool-jobs/web/use-own-email.ts'
import { pageOf } from '#kit/contract/page.ts'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { call, CallFailed, failedWith } from '#kit/web/call.ts'
import { useConfirm } from '#kit/web/Confirm.tsx'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { FileField } from '#kit/web/FilePick.tsx'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import { QueueTable, useOpenRows } from '#kit/web/QueueTable.tsx'
import { useSettings } from '#kit/web/settings.ts'
import { uploadFile } from '#kit/web/upload-file.ts'
import { useFirstError } from '#kit/web/use-first-error.ts'
import { useQueue } from '#kit/web/use-queue.ts'
import { platformOf } from '#platforms/all.ts'
import { showTime } from '#vocabulary/dates.ts'
import { DeleteJob, DeletionHint, refusedDeletion, useJobColumns } from './JobCells.tsx'
import classes from './Scrapers.module.css'
import { texts } from './texts.ts'

const calls = {
  '3': { list: scrapers.list3, remove: scrapers.remove3, upload: scraperUploads.upload3 },
  '4': { list: scrapers.list4, remove: scrapers.remove4, upload: scraperUploads.upload4 },
} as const

export const Scrapper3Screen = () => <SheetScreen key="3" lane="3" />
export const Scrapper4Screen = () => <SheetScreen key="4" lane="4" />

/** Rows of a page (S-234). */
const pageSize = 10

function useSheetQueue(lane: RefreshLane) {
  const client = useQueryClient()
  const name = `scrapper ${lane}`
  const queue = useQueue<ScraperRecord>({
    name,
    read: async (page, signal) => {
      const { data, total, missing } = await call(
        calls[lane].list,
        { page: String(page), limit: String(pageSize) },
        { signal },
      ).catch((problem: unknown) => {
        if (!signal.aborted) toastError(texts.listFailed, { cause: problem })
        throw problem
      })
      return { ...pageOf(data, page, pageSize, total), missing }
    },
    isBusy: isUnderWay,
  })
  const [first] = (queue.query.data?.pages ?? []) as readonly { missing?: string | null }[]
  /** Reads the list again from its first page (G90). */
  const sync = () => void client.resetQueries({ queryKey: ['queue', name] })
  return { ...queue, missing: first?.missing, sync }
}

/** Scrapper 3 and 4: the pages of a sheet are visited again (S-088 to S-091). */
function SheetScreen({ lane }: { lane: RefreshLane }) {
  const { businessZone: zone } = useSettings()
  const queue = useSheetQueue(lane)
  const { query, reload, total = 0 } = queue
  const open = useOpenRows()
  const [confirm, dialog] = useConfirm()
  const remove = async ({ id }: ScraperRecord) => {
    const { deleteTitle: title, deleteText: text, delete: yes } = texts
    if (!(await confirm({ title, text, yes, dangerous: true }))) return
    try {
      toastSuccess((await call(calls[lane].remove, { id })).message)
    } catch (problem) {
      toastError(texts.deleteFailed, { cause: problem })
    }
    reload()
  }
  const columns = useJobColumns({
    heads: texts.sheetHeads,
    reload,
    details: open,
    deletion: (job) => (
      <DeleteJob
        job={job}
        refused={refusedDeletion(job, true)}
        isInert={lane === '3'}
        onDelete={() => void remove(job)}
      />
    ),
  })
  const updated = new Date(query.dataUpdatedAt).toISOString()
  return (
    <PageFrame
      title={texts.title(lane)}
      aside={
        <>
          {query.dataUpdatedAt > 0 ? (
            <Text size="sm" c="dimmed">
              {texts.lastUpdated(showTime(updated, zone))}
            </Text>
          ) : null}
          <Badge variant="light" color="gray" styles={{ label: { color: 'var(--mantine-color-text)' } }} tt="none">
            {texts.total(total)}
          </Badge>
        </>
      }
    >
      <MissingBrowser why={queue.missing} />
      <SheetForm lane={lane} isOff={Boolean(queue.missing)} reload={reload} sync={queue.sync} />
      <QueueTable
        queue={queue}
        columns={columns}
        title={texts.history}
        numberHead="#"
        empty={{ title: texts.noRecords, hint: texts.noRecordsHint }}
        details={{ isOpen: open.isOpen, of: (job) => <JobDetails job={job} calls={scrapers} /> }}
      >
        <DeletionHint text={texts.onlyQueued} />
      </QueueTable>
      {dialog}
    </PageFrame>
  )
}

type FormProps = { lane: RefreshLane; isOff: boolean; reload: () => void; sync: () => void }
type Errors = Readonly<Record<string, string>>
type Sent = { filename: string; file: File }

function SheetForm({ lane, isOff, reload, sync }: FormProps) {
  const upload = useSheetUpload(lane, reload)
  const { filename, setFilename, platform, setPlatform, email, file, setFile, errors } = upload
  const element = useFirstError(errors)
  return (
    <form
      ref={element}
      noValidate
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault()
        upload.submit()
      }}
    >
      <div className={classes['fields']}>
        <TextInput
          label={texts.filename}
          required
          maxLength={maxNameLength}
          value={filename}
          error={errors['filename']}
          onChange={(event) => setFilename(event.currentTarget.value)}
        />
        <Select
          label={texts.platform}
          required
          placeholder={texts.choosePlatform}
          data={refreshPlatforms.map((value) => ({ value, label: platformOf(value)!.title }))}
          value={platform}
          error={errors['platform']}
          onChange={setPlatform}
        />
        <TextInput label={texts.email} value={email} readOnly error={errors['email']} />
        <FileField
          label={texts.excelFile}
          required
          description={texts.sheetHint}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          placeholder={texts.chooseFile}
          accept=".xlsx,.xls"
          value={file}
          error={errors['file'] ?? errors['browser']}
          onChange={setFile}
        />
      </div>
      <Group gap="xs">
        <Button
          type="submit"
          loading={upload.isSending}
          disabled={isOff}
          leftSection={<IconUpload size={16} aria-hidden />}
        >
          {texts.upload}
        </Button>
        <Button variant="default" onClick={sync} leftSection={<IconRefresh size={16} aria-hidden />}>
          {texts.sync}
        </Button>
      </Group>
    </form>
  )
}

/** What is entered for a workbook, and its upload; errors are shown per field. */
function useSheetUpload(lane: RefreshLane, reload: () => void) {
  const email = useOwnEmail(texts.emailFailed)
  const [filename, setFilename] = useState('')
  const [platform, setPlatform] = useState<string | null>(null)
  const [file, setFile] = useState<File | null>(null)
  const [errors, setErrors] = useState<Errors>({})
  const upload = useMutation({
    mutationFn: ({ filename, file }: Sent) =>
      uploadFile(calls[lane].upload, file, { name: 'file', fields: { filename, platform: platform ?? '', email } }),
    onSuccess: ({ message }, sent) => {
      toastSuccess(message)
      // What was entered for the next one while this one was sent stays.
      setFilename((now) => (now === sent.filename ? '' : now))
      setFile((now) => (now === sent.file ? null : now))
    },
    onError: (problem) => {
      // A file that the upload refuses is a problem of its field, which stays when the alert has gone.
      if (failedWith(problem, 413, 415)) setErrors({ file: problem.message })
      else setErrors(problem instanceof CallFailed ? problem.fields : {})
      toastError(problem instanceof CallFailed ? sentenceOf(problem) : texts.uploadFailed)
    },
    onSettled: reload,
  })
  const submit = () => {
    const found = missingIn({ filename, platform, email, file })
    setErrors(found)
    if (Object.keys(found).length === 0) upload.mutate({ filename, file: file! })
    else if (found['file'] === undefined || found['file'] === messages.fileRequired) toastError(messages.fillAll)
    else toastError(found['file'])
  }
  return {
    filename,
    setFilename,
    platform,
    setPlatform,
    email,
    file,
    setFile,
    errors,
    isSending: upload.isPending,
    submit,
  }
}

type Filled = { filename: string; platform: string | null; email: string; file: File | null }

/** What is missing or not allowed, by field (S-172 to S-174). */
function missingIn({ filename, platform, email, file }: Filled): Errors {
  const { requiredField } = messages
  return {
    ...(filename.trim() === '' ? { filename: requiredField } : {}),
    ...(platform === null ? { platform: requiredField } : {}),
    ...(email === '' ? { email: requiredField } : {}),
    ...problemOf(file),
  }
}

function problemOf(file: File | null): Errors {
  if (!file) return { file: messages.fileRequired }
  if (!/\.xlsx?$/i.test(file.name)) return { file: messages.notExcel }
  if (file.size === 0) return { file: sheetTexts.empty }
  return file.size > maxSheetBytes ? { file: messages.tooLarge } : {}
}
