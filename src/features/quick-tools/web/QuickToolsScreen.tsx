import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { purposes } from '#features/action-passwords/rules.ts'
import { PasswordDialog } from '#features/action-passwords/web/PasswordDialog.tsx'
import { PasswordSetting } from '#features/action-passwords/web/PasswordSetting.tsx'
import { quickToolCalls, quickToolQueue } from '#features/quick-tools/contract.ts'
import { isUnderWay } from '#features/tool-jobs/rules.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { OpenModal } from '#kit/web/OpenModal.tsx'
import { call } from '#kit/web/call.ts'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import { useSettings } from '#kit/web/settings.ts'
import { useQueue } from '#kit/web/use-queue.ts'
import { showTime } from '#vocabulary/dates.ts'
import { quickTools } from '#vocabulary/quick-tools.ts'
import { awaitsAnswer, isProbed, newestAnswer } from './awaited-sources.ts'
import { JobHistory } from './JobHistory.tsx'
import classes from './QuickTools.module.css'
import { SourceState, SourceStatus } from './SourceStatus.tsx'
import { texts } from './texts.ts'
import { ToolFields } from './ToolFields.tsx'
import { type QuickToolSteps, useQuickTool } from './use-quick-tool.ts'

const settable = purposes.filter((one) => one !== 'bulk-download')
/** Milliseconds between two readings of what the sources answered, and while they are being asked. */
const sourcesEvery = 15_000
const answersEvery = 1000

/** Quick Tools: nine tools that fetch from outside, each job made by the queue and sent by email (S-068 to S-076). */
export function QuickToolsScreen() {
  const { user } = useSession()
  const isAdmin = user?.role === 'Admin'
  /** The newest answer when the sources were asked; undefined while nobody waits for one. */
  const [probedAfter, setProbedAfter] = useState<string>()
  const queue = useQueue({
    name: 'quick tools',
    read: (page, signal) =>
      call(quickToolQueue.list, { page: String(page), perPage: '10', report: quickTools }, { signal }),
    isBusy: ({ status: state, awaitsFiles }) => isUnderWay({ state, awaitsFiles }),
  })
  const sources = useQuery({
    queryKey: ['quick-tool sources'],
    queryFn: ({ signal }) => call(quickToolCalls.sources, {}, { signal }),
    refetchInterval: ({ state }) => (awaitsAnswer(state.data?.docs ?? [], probedAfter) ? answersEvery : sourcesEvery),
  })
  const docs = sources.data?.docs ?? []
  const missing = Object.fromEntries(docs.flatMap((one) => (one.missing === null ? [] : [[one.report, one.missing]])))
  const tool = useQuickTool(queue.reload)
  const waitForAnswers = () => {
    setProbedAfter(newestAnswer(docs))
    void sources.refetch()
  }
  const { report } = tool.form
  return (
    <PageFrame title={texts.title} aside={isAdmin ? <PasswordSetting purposes={settable} /> : undefined}>
      <form
        noValidate
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault()
          tool.start()
        }}
      >
        <ToolFields tool={tool} email={queue.email} missing={missing} />
        <SourceState source={docs.filter(isProbed).find((one) => one.report === report)} />
        <Button
          type="submit"
          className={classes['start']!}
          disabled={!tool.canStart || (report !== undefined && report in missing)}
        >
          {texts.start}
        </Button>
      </form>
      {docs.length > 0 ? <SourceStatus sources={docs} {...(isAdmin ? { onProbed: waitForAnswers } : {})} /> : null}
      <JobHistory queue={queue} />
      {tool.step === 'password' && report ? (
        <PasswordDialog
          action={report}
          title={texts.passwordTitle}
          hint={texts.passwordHint}
          onGranted={tool.proceed}
          close={tool.close}
        />
      ) : null}
      {tool.step === 'confirm' ? <ConfirmDialog tool={tool} /> : null}
    </PageFrame>
  )
}

/** Says how many records the query will fetch; nothing to fetch cannot be accepted (S-180, S-181). */
function ConfirmDialog({ tool }: { tool: QuickToolSteps }) {
  const { records, form, urls, grantedUntil } = tool
  const { businessZone } = useSettings()
  return (
    <OpenModal onClose={tool.close} title={texts.confirmTitle} size="sm" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap="sm">
        <Text>{texts.confirm(records)}</Text>
        {form.report === 'flipkart' ? (
          <Text size="sm" className={classes['term']!}>
            {texts.confirmTerm(urls[0] ?? '')}
          </Text>
        ) : null}
        {grantedUntil === undefined ? null : (
          <Text size="xs" c="dimmed">
            {texts.grantedUntil(showTime(new Date(grantedUntil).toISOString(), businessZone))}
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={tool.close}>
            {texts.cancel}
          </Button>
          <Button data-autofocus loading={tool.isBusy} disabled={records === 0} onClick={tool.accept}>
            {texts.accept}
          </Button>
        </Group>
      </Stack>
    </OpenModal>
  )
}
