import { Text, Textarea } from '@mantine/core'
import { type Cluster, type ClusterPage, clusters } from '#features/clusters/contract.ts'
import { joiningKinds } from '#features/clusters/rules.ts'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { call, CallFailed } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { type Picked, SearchPick } from '#kit/web/SearchPick.tsx'
import { useForm } from '#kit/web/use-form.ts'
import { clusterChoice, texts } from './texts.ts'

/** What a person does to a cluster: take something out, or join another to it. */
export type Change = 'part' | 'join'

type Props = {
  change: Change
  cluster: ClusterPage
  /** The selected values and findings. */
  values: readonly string[]
  findings: readonly string[]
  close: () => void
  onDone: () => void
}

const found = (cluster: Cluster): Picked => ({ id: cluster.id, name: clusterChoice(cluster) })

/** Takes what is selected out of a cluster, or joins another one to it, with a reason that stays in its story. */
export function ChangeDialog({ change, cluster, values, findings, close, onDone }: Props) {
  const { id, version, company } = cluster
  const isPart = change === 'part'
  const form = useForm({
    begin: { note: '', other: undefined as Picked | undefined },
    send: ({ note, other }) =>
      isPart
        ? call(clusters.part, { id, version, values: [...values], findings: [...findings], note })
        : call(clusters.join, { id, version, clusterId: other?.id, note }),
    onSaved: (answer) => {
      toastSuccess((answer as { message: string }).message)
      onDone()
    },
    onRefused: (error) => {
      const isShown = error instanceof CallFailed && 'clusterId' in error.fields
      if (!isShown) toastError(sentenceOf(error))
    },
  })
  const others = async (search: string, signal: AbortSignal) => {
    const page = await call(clusters.list, { company: company.id, search, perPage: 20 }, { signal })
    const joinable = page.docs.filter((one) => one.id !== id && joiningKinds.includes(one.kind))
    // Those on further pages are found by typing more of the name.
    return { found: joinable.map(found), total: joinable.length + page.totalDocs - page.docs.length }
  }
  return (
    <FormDialog
      title={isPart ? texts.partTitle : texts.joinTitle}
      form={form}
      labels={{ note: texts.note, other: texts.other }}
      close={close}
      save={isPart ? texts.part : texts.join}
      size="md"
    >
      {isPart ? (
        <>
          <Text size="sm" fw={600}>
            {texts.selected(values.length, findings.length)}
          </Text>
          {values.length > 0 ? <Text size="sm">{texts.partValues}</Text> : null}
          {findings.length > 0 ? <Text size="sm">{texts.partFindings}</Text> : null}
        </>
      ) : (
        <>
          <Text size="sm">{texts.joinHint}</Text>
          <SearchPick
            label={texts.other}
            chosen={form.values.other}
            choose={(one) => form.set('other', one)}
            find={{ name: ['clusters', company.id, id], fetch: others }}
            error={form.errors['clusterId']}
            appearance={{ required: true, isFirst: true }}
          />
        </>
      )}
      <Textarea
        label={texts.note}
        autosize
        minRows={2}
        maxLength={500}
        data-autofocus={isPart || undefined}
        value={form.values.note}
        error={form.errors['note']}
        onChange={(event) => form.set('note', event.currentTarget.value)}
      />
    </FormDialog>
  )
}
