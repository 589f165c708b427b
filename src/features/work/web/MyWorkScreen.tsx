import { Button, Checkbox, Group, Select } from '@mantine/core'
import { useState } from 'react'
import { ScopeFilters } from '#features/brands/web/ScopeFilters.tsx'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { work, type WorkItem } from '#features/work/contract.ts'
import { call } from '#kit/web/call.ts'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import { usePages } from '#kit/web/use-pages.ts'
import { platforms } from '#platforms/all.ts'
import { texts } from './texts.ts'
import { useBoard, useWorkChange } from './use-work.ts'
import type { LoadWork } from './use-work-triage.ts'
import { WorkList } from './WorkList.tsx'

/** What the address filters, and the views of the list may name. */
const views = {
  filters: ['person', 'company', 'brand', 'platform', 'overdue', 'due'],
  sortedBy: [],
  choices: { platform: { label: texts.platform, values: platforms.map(({ value }) => value) } },
}

const load: LoadWork = (query, signal) =>
  call(work.list, query as Parameters<typeof call<typeof work.list>>[1], { signal })

/** The open findings of a person, the most urgent first: one's own, or those of the person in the address. */
export function MyWorkScreen() {
  const { user } = useSession()
  const pages = usePages<WorkItem>({ name: 'work', filters: views.filters, subject: ['person'], load })
  const { person, overdue, due } = pages.view.filters
  const isOther = person !== undefined && person !== user?.id
  const { data: board } = useBoard(isOther)
  const name = board?.people.find(({ id }) => id === person)?.name
  return (
    <PageFrame
      title={isOther ? texts.workOf(name ?? texts.colleague) : texts.myWork}
      aside={isOther ? null : <TakeFromQueue />}
      views={views}
    >
      <WorkList
        pages={pages}
        load={load}
        owner={person ?? user?.id ?? ''}
        empty={
          isOther ? <EmptyState title={texts.noneOfOther} /> : <EmptyState title={texts.none} hint={texts.noneHint} />
        }
      >
        <ScopeFilters filters={pages.view.filters} change={pages.filter} />
        <Group gap="md">
          <Checkbox
            size="xs"
            label={texts.overdueOnly}
            checked={overdue === 'true'}
            onChange={({ currentTarget }) => pages.filter({ overdue: currentTarget.checked ? 'true' : '' })}
          />
          <Checkbox
            size="xs"
            label={texts.dueTodayOnly}
            checked={due === 'today'}
            onChange={({ currentTarget }) => pages.filter({ due: currentTarget.checked ? 'today' : '' })}
          />
        </Group>
      </WorkList>
    </PageFrame>
  )
}

/** Takes the oldest approved findings of a platform that nobody has. */
function TakeFromQueue() {
  const [platform, setPlatform] = useState<string>(platforms[0]!.value)
  const [isBusy, setBusy] = useState(false)
  const change = useWorkChange()
  const take = async () => {
    setBusy(true)
    await change(() => call(work.take, { platform, count: 10 }))
    setBusy(false)
  }
  return (
    <>
      <Select
        size="xs"
        w={150}
        aria-label={texts.takeFrom}
        data={platforms.map(({ value, title }) => ({ value, label: title }))}
        value={platform}
        onChange={(chosen) => chosen && setPlatform(chosen)}
      />
      <Button size="xs" loading={isBusy} onClick={() => void take()}>
        {texts.take}
      </Button>
    </>
  )
}
