import { ActionIcon } from '@mantine/core'
import { IconStairsUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type EnforcementConfiguration, enforcementConfig } from '#features/enforcement-config/contract.ts'
import { platformTitleOf } from '#vocabulary/platform-names.ts'
import { labels, texts } from './texts.ts'
import { pageOfResults } from '#kit/contract/page.ts'
import { MasterRecords } from '#kit/web/MasterRecords.tsx'
import { call } from '#kit/web/call.ts'
import { CutText } from '#kit/web/cells.tsx'
import { serialNumberColumn, type TableColumn } from '#kit/web/record-parts.ts'
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
  return (
    <MasterRecords<EnforcementConfiguration>
      name={listName}
      texts={texts}
      label={texts.list}
      columns={columns}
      load={async (query, signal) => pageOfResults(await call(enforcementConfig.list, query, { signal }))}
      nameOf={nameOf}
      remove={{ send: ({ id }) => call(enforcementConfig.remove, { id }) }}
      actionsWidth={120}
      tools={(configuration) =>
        platformOf(configuration.platform)?.abilities.includes('mail') ? (
          <EscalationLink configuration={configuration} />
        ) : null
      }
      form={({ row, close, saved }) => <ConfigurationDialog configuration={row} close={close} onSaved={saved} />}
    />
  )
}
