import { ActionIcon } from '@mantine/core'
import { IconPencil, IconShoppingCartPlus } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { captionOf } from '#features/findings/web/finding.ts'
import { findingColumns } from '#features/findings/web/finding-columns.tsx'
import { type BoughtFinding, purchases } from '#features/purchases/contract.ts'
import { toastError } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { CutText } from '#kit/web/cells.tsx'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { Lightbox } from '#kit/web/Lightbox.tsx'
import { MasterTable } from '#kit/web/MasterTable.tsx'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import type { TableColumn } from '#kit/web/record-parts.ts'
import { usePages } from '#kit/web/use-pages.ts'
import { useChangeAddress } from '#kit/web/use-address.ts'
import { trapPurchase } from '#platforms/trap-purchase.ts'
import { PurchaseDetails } from './PurchaseDetails.tsx'
import { PurchaseDialog } from './PurchaseDialog.tsx'
import { type PurchaseQuery, PurchaseFilters } from './PurchaseFilters.tsx'
import { labels, texts } from './texts.ts'

const filters = ['company', 'brand', 'status', 'reportingDate'] as const

/** Where an Admin records purchases (S-092): a company's trap purchases, each with its form. */
export function PurchasesScreen() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const changeAddress = useChangeAddress()
  const query = Object.fromEntries(filters.map((name) => [name, textOf(search[name])])) as PurchaseQuery
  const queryKey = JSON.stringify(query)
  // Pressing Fetch Data again with the same filters reloads the list.
  const [fetchCount, setFetchCount] = useState(0)
  const runQuery = (params: PurchaseQuery) => {
    setFetchCount(fetchCount + 1)
    void changeAddress(() => ({ search: withoutEmpty(params) }))
  }
  return (
    <PageFrame title={texts.title}>
      <PurchaseFilters key={queryKey} query={query} onFetch={runQuery} />
      {query.company ? (
        <Results key={fetchCount} />
      ) : (
        <EmptyState title={texts.chooseFirst} hint={texts.chooseFirstHint} />
      )}
    </PageFrame>
  )
}

function Results() {
  const pages = usePages<BoughtFinding>({
    name: 'trap purchases',
    filters,
    load: async ({ search, ...params }, signal) => {
      const { data, ...page } = await call(
        purchases.records,
        { ...params, ...(search ? { title: search } : {}) },
        { signal },
      )
      return { ...page, docs: data }
    },
  })
  const [edited, setEdited] = useState<BoughtFinding>()
  const [picture, setPicture] = useState<string>()
  const { error } = pages
  useEffect(() => {
    if (error) toastError(sentenceOf(error))
  }, [error])
  const columns = [
    ...findingColumns(listedPlatform, { openPicture: setPicture, onStatus: pages.reload, onStale: pages.reload }),
    sellerColumn,
  ] as TableColumn<BoughtFinding>[]
  return (
    <>
      <MasterTable
        label={texts.list}
        pages={pages}
        columns={columns}
        details={({ purchase }) => <PurchaseDetails purchase={purchase} />}
        actions={(row) => <PurchaseAction row={row} open={() => setEdited(row)} />}
        empty={<EmptyState title={texts.nothing} hint={texts.nothingHint} />}
      />
      <Lightbox
        pictures={pages.rows.flatMap((row) =>
          row.imageUrl ? [{ id: row.id, source: row.imageUrl, caption: captionOf(trapPurchase, row) }] : [],
        )}
        open={picture}
        onOpen={setPicture}
      />
      {edited ? (
        <PurchaseDialog
          key={edited.id}
          finding={edited}
          close={() => setEdited(undefined)}
          onSaved={() => {
            // Another one may be open by the time of the answer; it stays.
            setEdited((now) => (now === edited ? undefined : now))
            pages.reload()
          }}
        />
      ) : null}
    </>
  )
}

/** The dashboard's columns without priority, and without sellers, whose links lead to a screen staff do not have. */
const listedPlatform = {
  ...trapPurchase,
  listed: trapPurchase.listed.filter((name) => name !== 'username' && name !== 'priority'),
}

const sellerColumn: TableColumn<BoughtFinding> = {
  name: 'purchase',
  label: labels.sellerName,
  width: 160,
  cell: ({ purchase }) => <CutText text={purchase?.sellerName ?? ''} />,
}

/** Adds a purchase where there is none yet (C-224); otherwise edits the existing one. */
function PurchaseAction({ row, open }: { row: BoughtFinding; open: () => void }) {
  const name = captionOf(trapPurchase, row)
  const [label, Icon] = row.purchase ? [texts.edit(name), IconPencil] : [texts.add(name), IconShoppingCartPlus]
  return (
    <ActionIcon size={26} aria-label={label} title={label} onClick={open}>
      <Icon size={16} aria-hidden />
    </ActionIcon>
  )
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const withoutEmpty = (params: PurchaseQuery) =>
  Object.fromEntries(Object.entries(params).filter(([, text]) => text !== ''))
