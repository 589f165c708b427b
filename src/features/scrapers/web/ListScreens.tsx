import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { files } from '#features/files/contract.ts'
import { kindsOfImages, wrongFileType } from '#features/files/messages.ts'
import { type ScraperRecord, scrapers } from '#features/scrapers/contract.ts'
import { messages } from '#features/scrapers/messages.ts'
import { maxNameLength, type ReadLane } from '#features/scrapers/rules.ts'
import { isUnderWay } from '#features/tool-jobs/rules.ts'
import { JobDetails } from '#features/tool-jobs/web/JobTools.tsx'
import { MissingBrowser } from '#features/tool-jobs/web/MissingBrowser.tsx'
import { useOwnEmail } from '#features/tool-jobs/web/use-own-email.ts'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { call, CallFailed, failedWith } from '#kit/web/call.ts'
import { useDelete } from '#kit/web/confirm-delete.tsx'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { FileField } from '#kit/web/FilePick.tsx'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import { QueueTable, useOpenRows } from '#kit/web/QueueTable.tsx'
import { uploadFile } from '#kit/web/upload-file.ts'
import { useFirstError } from '#kit/web/use-first-error.ts'
import { useQueue } from '#kit/web/use-queue.ts'
import { platforms } from '#platforms/all.ts'
import { DeleteJob, DeletionHint, refusedDeletion, useJobColumns } from './JobCells.tsx'
import classes from './Scrapers.module.css'
import { texts } from './texts.ts'

const calls = {
  '1': { list: scrapers.list1, queue: scrapers.queue1 },
  '2': { list: scrapers.list2, queue: scrapers.queue2 },
} as const

export const Scrapper1Screen = () => <ListScreen key="1" lane="1" />
export const Scrapper2Screen = () => <ListScreen key="2" lane="2" />

/** Scrapper 1 and 2: a list of addresses becomes a sheet for Upload Data (S-085 to S-087). */
function ListScreen({ lane }: { lane: ReadLane }) {
  const queue = useQueue<ScraperRecord>({
    name: `scrapper ${lane}`,
    read: (page, signal) => call(calls[lane].list, { page: String(page), perPage: '10' }, { signal }),
    isBusy: isUnderWay,
  })
  const { query, reload } = queue
  useEffect(() => {
    if (query.error) toastError(sentenceOf(query.error))
  }, [query.error])
  const [first] = (query.data?.pages ?? []) as readonly { missing?: string | null }[]
  const email = useOwnEmail(texts.emailFailed)
  const open = useOpenRows()
  const [remove, dialog] = useDelete()
  const send = async (job: ScraperRecord) => {
    await call(scrapers.remove, { emailId: email, recordId: job.id, serverId: lane })
    return {}
  }
  const columns = useJobColumns({
    heads: texts.listHeads,
    reload,
    details: open,
    deletion: (job) => (
      <DeleteJob
        job={job}
        refused={refusedDeletion(job, job.receiverEmail === email)}
        onDelete={() => void remove({ name: job.fileName, send: () => send(job), lists: [] }).then(reload)}
      />
    ),
  })
  return (
    <PageFrame title={texts.title(lane)}>
      <MissingBrowser why={first?.missing} />
      <ListForm lane={lane} email={email} isOff={Boolean(first?.missing)} reload={reload} />
      <QueueTable
        queue={queue}
        columns={columns}
        numberHead="Sr."
        empty={{ title: texts.noJobs, hint: texts.noJobsHint }}
        end={texts.end}
        details={{ isOpen: open.isOpen, of: (job) => <JobDetails job={job} calls={scrapers} /> }}
      >
        <DeletionHint text={texts.onlyOwnQueued} />
      </QueueTable>
      {dialog}
    </PageFrame>
  )
}

type FormProps = { lane: ReadLane; email: string; isOff: boolean; reload: () => void }
type Errors = Readonly<Record<string, string>>
type Sent = { filename: string; file: File }

function ListForm({ lane, email, isOff, reload }: FormProps) {
  const upload = useListUpload({ lane, email, reload })
  const { filename, setFilename, platform, setPlatform, file, setFile, archive, setArchive, errors } = upload
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
          data={platforms.map(({ value, title }) => ({ value, label: title }))}
          value={platform}
          error={errors['platform']}
          onChange={setPlatform}
        />
        <TextInput label={texts.emailId} value={email} readOnly />
        <FileField
          label={texts.file}
          required
          description={texts.listHint}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          placeholder={texts.chooseFile}
          accept=".txt,.csv,.xlsx,.xls"
          value={file}
          error={errors['file'] ?? errors['location'] ?? errors['browser']}
          onChange={setFile}
        />
      </div>
      <Checkbox label={texts.archive} checked={archive} onChange={(event) => setArchive(event.currentTarget.checked)} />
      <Button type="submit" style={{ alignSelf: 'flex-start' }} loading={upload.isSending} disabled={isOff}>
        {texts.submit}
      </Button>
    </form>
  )
}

/** What is entered for a list, its upload and the job that reads it; errors are shown per field. */
function useListUpload({ lane, email, reload }: Omit<FormProps, 'isOff'>) {
  const [filename, setFilename] = useState('')
  const [platform, setPlatform] = useState<string | null>(null)
  const [file, setFile] = useState<File | null>(null)
  const [archive, setArchive] = useState(false)
  const [errors, setErrors] = useState<Errors>({})
  const queueing = useMutation({
    mutationFn: async ({ filename, file }: Sent) => {
      const { Data } = await uploadFile(files.uploadImages, file, {}).catch((problem: unknown) =>
        asFileProblem(problem, file),
      )
      const location = Data[0]!.Location
      return call(calls[lane].queue, { filename, platform: platform ?? '', email, location, archive })
    },
    onSuccess: ({ message }, sent) => {
      toastSuccess(message)
      // What was entered for the next one while this one was sent stays.
      setFilename((now) => (now === sent.filename ? '' : now))
      setFile((now) => (now === sent.file ? null : now))
    },
    onError: (problem) => {
      const fields = problem instanceof CallFailed ? problem.fields : {}
      setErrors(fields)
      if (Object.keys(fields).length === 0) toastError(sentenceOf(problem))
    },
    onSettled: reload,
  })
  const submit = () => {
    const found = missingIn({ filename, platform, file })
    setErrors(found)
    if (Object.keys(found).length === 0) queueing.mutate({ filename, file: file! })
  }
  const isSending = queueing.isPending
  return { filename, setFilename, platform, setPlatform, file, setFile, archive, setArchive, errors, isSending, submit }
}

/** What is missing, by field (S-170). */
function missingIn({
  filename,
  platform,
  file,
}: {
  filename: string
  platform: string | null
  file: File | null
}): Errors {
  return {
    ...(filename.trim() === '' ? { filename: messages.requiredField } : {}),
    ...(platform === null ? { platform: messages.chooseOption } : {}),
    ...(file === null ? { file: messages.fileRequired } : {}),
  }
}

/** A file that the upload refuses is a problem of the file field. */
function asFileProblem(problem: unknown, { name }: File): never {
  if (!failedWith(problem, 413, 415)) throw problem
  // The store takes pictures, too; a list is none.
  const isOtherKind = problem.message === wrongFileType(name, kindsOfImages)
  const message = isOtherKind ? messages.notAListNamed(name) : problem.message
  throw new CallFailed(422, { message, errors: { file: message } })
}
