import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useSelection } from '#features/enforcement/web/use-selection.ts'
import { escalations, type NextStep } from '#features/escalations/contract.ts'
import { stateName, stepName } from './texts.ts'
import { isPossible, stepActions, type StepAction } from '#features/escalations/rules.ts'
import { BulkBar } from '#kit/web/BulkBar.tsx'
import { call } from '#kit/web/call.ts'
import { CutText, Mark } from '#kit/web/cells.tsx'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { MasterTable } from '#kit/web/MasterTable.tsx'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import type { TableColumn } from '#kit/web/record-parts.ts'
import { useSettings } from '#kit/web/settings.ts'
import { SuspiciousLink } from '#kit/web/SuspiciousLink.tsx'
import { usePages } from '#kit/web/use-pages.ts'
import { sortedByOf } from '#kit/web/view-slots.ts'
import { platformOf } from '#platforms/all.ts'
import { showDayOf } from '#vocabulary/dates.ts'
import { CaseFileButton } from '#features/case-files/web/tools.tsx'
import { DecideDialog } from './DecideDialog.tsx'
import { StepActionButtons } from './StepActionButtons.tsx'
import { nextStepChoices, NextStepFilters, nextStepFilters } from './NextStepFilters.tsx'
import { RunDetails } from './RunDetails.tsx'
import { actionNames, stateColours, texts } from './texts.ts'
import { listName } from './use-decide.ts'

type ChosenAction = { action: StepAction; runs: readonly NextStep[] }

/** Findings in escalation: next steps, paused and ended runs with the reason; actions on one or many at once. */
export function NextStepsScreen() {
  const { businessZone: zone } = useSettings()
  const pages = usePages<NextStep>({
    name: listName,
    filters: nextStepFilters,
    load: (query, signal) =>
      call(escalations.nextSteps, query as Parameters<typeof call<typeof escalations.nextSteps>>[1], { signal }),
  })
  const [chosenAction, setChosenAction] = useState<ChosenAction>()
  const { selection, ids, selectNone } = useSelection(pages.rows)
  const selected = pages.rows.filter(({ id }) => ids.includes(id))
  const columns = columnsOf(zone)
  return (
    <PageFrame
      title={texts.nextSteps}
      views={{ filters: nextStepFilters, sortedBy: sortedByOf(columns), choices: nextStepChoices }}
    >
      <MasterTable
        label={texts.nextSteps}
        pages={pages}
        columns={columns}
        selection={selection}
        details={(run) => (
          <>
            <RunDetails run={run} />
            <Group gap={6} mt="xs">
              <StepActionButtons run={run} choose={(action) => setChosenAction({ action, runs: [run] })} />
              <CaseFileButton platform={platformOf(run.platform)!} ids={[run.findingId]} isQuiet />
            </Group>
          </>
        )}
        empty={<EmptyState title={texts.nothing} hint={texts.nothingHint} />}
      >
        <NextStepFilters view={pages.view} filter={pages.filter} />
        {selected.length > 0 ? (
          <BulkBar summary={texts.selected(selected.length)} onClear={selectNone}>
            {stepActions
              .filter((action) => selected.some((one) => isPossible(action, one)))
              .map((action) => (
                <Button
                  key={action}
                  size="compact-sm"
                  variant="default"
                  onClick={() => setChosenAction({ action, runs: selected })}
                >
                  {actionNames[action]}
                </Button>
              ))}
          </BulkBar>
        ) : null}
      </MasterTable>
      {chosenAction ? (
        <DecideDialog
          key={chosenAction.action}
          {...chosenAction}
          close={() => setChosenAction(undefined)}
          done={() => {
            setChosenAction(undefined)
            selectNone()
          }}
        />
      ) : null}
    </PageFrame>
  )
}

const columnsOf = (zone: string): readonly TableColumn<NextStep>[] => [
  {
    name: 'nextAt',
    label: 'Next step on',
    width: 104,
    sortable: true,
    cell: ({ nextAt, state }) =>
      nextAt && (state === 'waiting' || state === 'task') ? (
        <time dateTime={nextAt}>{showDayOf(nextAt, zone)}</time>
      ) : null,
  },
  { name: 'kind', label: 'Step', width: 132, sortable: true, cell: ({ kind }) => (kind ? stepName[kind] : null) },
  {
    name: 'state',
    label: 'State',
    width: 90,
    sortable: true,
    cell: ({ state }) => <Mark name={stateName[state]} colour={stateColours[state]} />,
  },
  {
    name: 'reason',
    label: 'Reason',
    width: 130,
    grows: true,
    onCard: 'wide',
    cell: ({ reason }) => <CutText text={reason ?? ''} />,
  },
  {
    name: 'address',
    label: 'Address',
    width: 160,
    grows: true,
    sortable: true,
    onCard: 'title',
    cell: ({ address }) => <SuspiciousLink isShort address={address} />,
  },
  {
    name: 'company',
    label: 'Company',
    width: 120,
    sortable: true,
    cell: ({ company }) => <CutText text={company.name} />,
  },
  { name: 'brand', label: 'Brand', width: 104, sortable: true, cell: ({ brand }) => <CutText text={brand.name} /> },
  {
    name: 'platform',
    label: 'Platform',
    width: 96,
    sortable: true,
    cell: ({ platform }) => platformOf(platform)?.title ?? platform,
  },
  {
    name: 'noticeAt',
    label: 'First notice',
    width: 100,
    sortable: true,
    cell: ({ notice }) => <time dateTime={notice.at}>{showDayOf(notice.at, zone)}</time>,
  },
]
