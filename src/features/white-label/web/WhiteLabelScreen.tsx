import { Group, List, Text } from '@mantine/core'
import { type WhiteList, whiteLabel } from '#features/white-label/contract.ts'
import { platformTitleOf } from '#vocabulary/platform-names.ts'
import { labels, moreAddresses, texts } from './texts.ts'
import { pageOfResults } from '#kit/contract/page.ts'
import { MasterRecords } from '#kit/web/MasterRecords.tsx'
import { call } from '#kit/web/call.ts'
import { CutText } from '#kit/web/cells.tsx'
import { serialNumberColumn, type TableColumn } from '#kit/web/record-parts.ts'
import { WhiteListDialog } from './WhiteListDialog.tsx'
import { countText } from '#vocabulary/numbers.ts'
import { enabledWord } from '#vocabulary/enabled-word.ts'

const listName = 'white lists'
/** Number of addresses shown in an expanded row. */
const shownInRow = 20

const columns: readonly TableColumn<WhiteList>[] = [
  serialNumberColumn('id'),
  {
    name: 'company',
    label: labels.company,
    width: 180,
    grows: true,
    sortable: true,
    onCard: 'title',
    cell: ({ company }) => <CutText text={company.name} />,
  },
  {
    name: 'brand',
    label: labels.brand,
    width: 160,
    grows: true,
    sortable: true,
    cell: ({ brand }) => <CutText text={brand?.brandName ?? texts.allBrands} />,
  },
  {
    name: 'whitelabelUrl',
    label: labels.whitelabelUrl,
    width: 232,
    grows: true,
    cell: (list) => <Addresses {...list} />,
  },
  {
    name: 'platform',
    label: labels.platform,
    width: 130,
    sortable: true,
    cell: ({ platform }) => (platform ? platformTitleOf(platform) : texts.allPlatforms),
  },
  { name: 'status', label: labels.status, width: 100, sortable: true, cell: ({ status }) => enabledWord(status) },
]

/** White lists, addresses that are never reported: search, add from a file, edit, delete. */
export function WhiteLabelScreen() {
  return (
    <MasterRecords<WhiteList>
      name={listName}
      texts={texts}
      label={texts.list}
      columns={columns}
      load={async (query, signal) =>
        pageOfResults(await call(whiteLabel.list, { ...query, urls: shownInRow }, { signal }))
      }
      nameOf={nameOf}
      remove={{ send: ({ id }) => call(whiteLabel.remove, { id }) }}
      details={(list) => <AddressList {...list} />}
      form={({ row, close, saved }) => <WhiteListDialog list={row} close={close} onSaved={saved} />}
    />
  )
}

function nameOf({ company, brand, platform }: WhiteList): string {
  return [
    company.name,
    brand?.brandName ?? texts.allBrands,
    platform ? platformTitleOf(platform) : texts.allPlatforms,
  ].join(', ')
}

function Addresses({ whitelabelUrl, urlCount }: WhiteList) {
  const [first = ''] = whitelabelUrl
  return (
    <Group gap={6} wrap="nowrap" data-address>
      <CutText text={first} />
      {urlCount > 1 ? <Text span size="sm" c="dimmed">{`+${countText(urlCount - 1)}`}</Text> : null}
    </Group>
  )
}

function AddressList({ whitelabelUrl, urlCount }: WhiteList) {
  return (
    <>
      <List size="sm" listStyleType="none">
        {whitelabelUrl.map((address) => (
          <List.Item key={address}>{address}</List.Item>
        ))}
      </List>
      {urlCount > whitelabelUrl.length ? (
        <Text size="sm" c="dimmed">
          {moreAddresses(urlCount - whitelabelUrl.length)}
        </Text>
      ) : null}
    </>
  )
}
