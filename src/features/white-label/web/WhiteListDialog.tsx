import { Switch, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { LockedSubject, type Subject, SubjectFields } from '#features/brands/web/SubjectFields.tsx'
import { files } from '#features/files/contract.ts'
import { type WhiteList, whiteLabel } from '#features/white-label/contract.ts'
import { platformTitleOf } from '#vocabulary/platform-names.ts'
import { labels, linesOf, texts } from './texts.ts'
import { call } from '#kit/web/call.ts'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { alertRefused, recordSaved } from '#kit/web/form-outcome.ts'
import { LoadingRows } from '#kit/web/Loading.tsx'
import { OpenModal } from '#kit/web/OpenModal.tsx'
import { uploadFile } from '#kit/web/upload-file.ts'
import { withRecordGone } from '#kit/web/record-gone.ts'
import { useForm } from '#kit/web/use-form.ts'
import { TextFile } from './TextFile.tsx'
import { enabledWord } from '#vocabulary/enabled-word.ts'

type Props = { list: WhiteList | undefined; close: () => void; onSaved: (record: WhiteList) => void }

/** The form of a white list: a new one from a file, or the lines of an existing one. */
export function WhiteListDialog({ list, ...props }: Props) {
  return list ? <Existing list={list} {...props} /> : <New {...props} />
}

function New({ close, onSaved }: Omit<Props, 'list'>) {
  const form = useForm({
    begin: { company: '', brand: '', platform: '', locationURL: '', status: true },
    send: (values) => call(whiteLabel.save, values),
    onSaved: recordSaved<WhiteList>(onSaved),
    onRefused: alertRefused,
  })
  const { values, set, errors } = form
  const change = (subject: Subject) => {
    set('company', subject.company)
    set('brand', subject.brand)
    set('platform', subject.platform)
  }
  return (
    <FormDialog title={texts.details} form={form} labels={labels} close={close} save={texts.save}>
      <SubjectFields subject={values} change={change} errors={errors} mayBeAll />
      <StatusSwitch on={values.status} set={(on) => set('status', on)} />
      <TextFile
        button={texts.chooseFile}
        hint={texts.fileHint}
        error={errors['locationURL']}
        onFile={async ({ file }, onProgress) => {
          const { Data } = await uploadFile(files.uploadWhiteList, file, { onProgress })
          set('locationURL', Data[0]?.Location ?? '')
        }}
      />
    </FormDialog>
  )
}

/** The table has only the first lines of a list, so the complete list is fetched when the form opens. */
function Existing({ list, close, onSaved }: Props & { list: WhiteList }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['white list', list.id],
    queryFn: ({ signal }) => call(whiteLabel.read, { id: list.id }, { signal }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })
  if (data) return <Edit list={data} close={close} onSaved={onSaved} />
  return (
    <OpenModal title={texts.details} size="lg" onClose={close}>
      {error && !isFetching ? (
        <ErrorState error={withRecordGone(error)} retry={() => void refetch()} />
      ) : (
        <LoadingRows rows={4} height={56} />
      )}
    </OpenModal>
  )
}

const valuesOf = (list: WhiteList) => ({ status: list.status, whitelabelUrl: list.whitelabelUrl.join('\n') })

function Edit({ list, close, onSaved }: Omit<Props, 'list'> & { list: WhiteList }) {
  const form = useForm({
    begin: valuesOf(list),
    version: list.version,
    send: (values, version) =>
      call(whiteLabel.edit, { whitelabelId: list.id, ...values, ...(version ? { version } : {}) }),
    read: (record) => valuesOf(record as WhiteList),
    onSaved: recordSaved<WhiteList>(onSaved),
    onRefused: alertRefused,
  })
  const { values, set, errors } = form
  const lines = values.whitelabelUrl.split('\n').filter((line) => line.trim() !== '').length
  return (
    <FormDialog
      title={texts.details}
      form={form}
      labels={{ status: labels.status, whitelabelUrl: labels.whitelabelUrl }}
      close={close}
      save={texts.update}
    >
      <LockedSubject
        company={list.company.name}
        brand={list.brand?.brandName ?? texts.allBrands}
        platform={list.platform ? platformTitleOf(list.platform) : texts.allPlatforms}
      />
      <StatusSwitch on={values.status} set={(on) => set('status', on)} />
      <Textarea
        label={labels.whitelabelUrl}
        description={`${texts.linesHint} ${linesOf(lines)}.`}
        rows={12}
        spellCheck={false}
        value={values.whitelabelUrl}
        error={errors['whitelabelUrl']}
        onChange={(event) => set('whitelabelUrl', event.currentTarget.value)}
      />
      <TextFile
        button={texts.replaceFile}
        hint={texts.fileHint}
        onFile={async ({ text }) => set('whitelabelUrl', text.trimEnd())}
      />
    </FormDialog>
  )
}

const StatusSwitch = ({ on, set }: { on: boolean; set: (on: boolean) => void }) => (
  <Switch
    label={`${labels.status}: ${enabledWord(on)}`}
    checked={on}
    onChange={(event) => set(event.currentTarget.checked)}
  />
)
