import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { type Escalation, escalations } from '#features/escalations/contract.ts'
import { call } from '#kit/web/call.ts'
import { CutText } from '#kit/web/cells.tsx'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { MasterTable } from '#kit/web/MasterTable.tsx'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import type { TableColumn } from '#kit/web/record-parts.ts'
import { RowActions } from '#kit/web/RowActions.tsx'
import { usePages } from '#kit/web/use-pages.ts'
import { platformTitleOf } from '#vocabulary/platform-names.ts'
import { EscalationDialog } from './EscalationDialog.tsx'
import { stepsLine, texts } from './texts.ts'

const columns: readonly TableColumn<Escalation>[] = [
  {
    name: 'company',
    label: 'Company',
    width: 150,
    sortable: true,
    onCard: 'title',
    cell: ({ company }) => <CutText text={company.name} />,
  },
  { name: 'brand', label: 'Brand', width: 110, sortable: true, cell: ({ brand }) => <CutText text={brand.name} /> },
  { name: 'platform', label: 'Platform', width: 96, sortable: true, cell: ({ platform }) => platformTitleOf(platform) },
  {
    name: 'enabled',
    label: 'Escalation',
    width: 88,
    sortable: true,
    cell: ({ enabled, version }) => (version === 0 ? 'Not set up' : enabled ? 'On' : 'Off'),
  },
  {
    name: 'steps',
    label: texts.steps,
    width: 420,
    grows: true,
    onCard: 'wide',
    cell: (escalation) => <Steps escalation={escalation} />,
  },
  { name: 'running', label: 'Findings', width: 110, align: 'right', cell: ({ running }) => running },
]

/** The escalation of each configuration. A row of the configurations screen links here with its id in the URL. */
export function EscalationsScreen() {
  const pages = usePages<Escalation>({
    name: 'escalations',
    filters: ['configuration'],
    load: (query, signal) => call(escalations.list, query, { signal }),
  })
  const [edited, setEdited] = useState<Escalation>()
  const isOne = pages.view.filters['configuration'] !== undefined
  return (
    <PageFrame title={texts.escalations}>
      <MasterTable
        label={texts.escalations}
        pages={pages}
        columns={columns}
        actions={(escalation) => (
          <RowActions
            name={`${escalation.company.name}, ${escalation.brand.name}, ${platformTitleOf(escalation.platform)}`}
            edit={() => setEdited(escalation)}
          />
        )}
        empty={<EmptyState title={texts.noEscalations} hint={texts.noEscalationsHint} />}
      >
        {isOne ? (
          <Button size="xs" variant="default" onClick={() => pages.change({ filters: {} })}>
            {texts.showAll}
          </Button>
        ) : null}
      </MasterTable>
      {edited ? (
        <EscalationDialog
          key={edited.id}
          escalation={edited}
          close={() => setEdited(undefined)}
          onSaved={() => {
            // Another one may be open by the time of the answer; it stays.
            setEdited((now) => (now === edited ? undefined : now))
            pages.reload()
          }}
        />
      ) : null}
    </PageFrame>
  )
}

/** All steps; the text wraps. */
function Steps({ escalation }: { escalation: Escalation }) {
  return (
    <Text size="sm" py={4} style={{ whiteSpace: 'normal' }}>
      {stepsLine(escalation)}
    </Text>
  )
}
