import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconStairsUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type EnforcementConfiguration, enforcementConfig } from '#features/enforcement-config/contract.ts'
import { platformTitleOf } from '#vocabulary/platform-names.ts'
import { labels, texts } from './texts.ts'
import { pageOfResults } from '#kit/contract/page.ts'
import { call } from '#kit/web/call.ts'
import { CutText } from '#kit/web/cells.tsx'
import { useDelete } from '#kit/web/confirm-delete.tsx'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { MasterTable } from '#kit/web/MasterTable.tsx'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import { serialNumberColumn, type TableColumn } from '#kit/web/record-parts.ts'
import { RowActions } from '#kit/web/RowActions.tsx'
import { useEditing } from '#kit/web/use-editing.tsx'
import { usePages } from '#kit/web/use-pages.ts'
import { platformOf } from '#platforms/all.ts'
import { ConfigurationDialog } from './ConfigurationDialog.tsx'
import { enabledWord } from '#vocabulary/enabled-word.ts'

const listName = 'enforcement configurations'

const columns: readonly TableColumn<EnforcementConfiguration>[] = [
  serialNumberColumn('id'),
  {
    name: 'company',
    label: labels.company,
    width: 240,
    grows: true,
    sortable: true,
    onCard: 'title',
    cell: ({ company }) => <CutText text={company.name} />,
  },
  {
    name: 'brand',
    label: labels.brand,
    width: 240,
    grows: true,
    sortable: true,
    cell: ({ brand }) => <CutText text={brand.brandName} />,
  },
  {
    name: 'platform',
    label: labels.platform,
    width: 160,
    sortable: true,
    cell: ({ platform }) => platformTitleOf(platform),
  },
  { name: 'status', label: labels.status, width: 120, sortable: true, cell: ({ status }) => enabledWord(status) },
]

const nameOf = (configuration: EnforcementConfiguration) =>
  `${configuration.company.name}, ${configuration.brand.brandName}, ${platformTitleOf(configuration.platform)}`

/** Link to the escalation: the timed steps that follow this configuration's notices. */
function EscalationLink({ configuration }: { configuration: EnforcementConfiguration }) {
  const search = { configuration: configuration.id } as never
  const label = `${texts.escalation} ${nameOf(configuration)}`
  return (
    <ActionIcon
      component={Link}
      to="/escalations"
      search={search}
      size={26}
      aria-label={label}
      title={texts.escalation}
    >
      <IconStairsUp size={15} aria-hidden />
    </ActionIcon>
  )
}

/** The notice configurations per company, brand and platform: search, add, edit, preview, delete. */
export function ConfigurationsScreen() {
  const pages = usePages<EnforcementConfiguration>({
    name: listName,
    load: async (query, signal) => pageOfResults(await call(enforcementConfig.list, query, { signal })),
  })
  const editing = useEditing<EnforcementConfiguration>(pages.reload)
  const [remove, question] = useDelete()
  const add = (
    <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={editing.add}>
      {texts.add}
    </Button>
  )
  return (
    <PageFrame title={texts.title} aside={add}>
      <MasterTable
        label={texts.list}
        pages={pages}
        columns={columns}
        actionsWidth={120}
        actions={(configuration) => (
          <RowActions
            name={nameOf(configuration)}
            edit={() => editing.edit(configuration)}
            remove={() =>
              void remove({
                name: nameOf(configuration),
                send: () => call(enforcementConfig.remove, { id: configuration.id }),
                lists: [listName],
              })
            }
          >
            {platformOf(configuration.platform)?.abilities.includes('mail') ? (
              <EscalationLink configuration={configuration} />
            ) : null}
          </RowActions>
        )}
        empty={<EmptyState title={texts.noneTitle} hint={texts.noneHint} />}
      />
      {editing.form(({ row, close, saved }) => (
        <ConfigurationDialog configuration={row} close={close} onSaved={saved} />
      ))}
      {question}
    </PageFrame>
  )
}
