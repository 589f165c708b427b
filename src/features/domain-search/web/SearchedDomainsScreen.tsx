import { Button, Group, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { BrandPick, useFilterBrand } from '#features/brands/web/BrandPick.tsx'
import { CompanyPick, useFilterCompany } from '#features/companies/web/CompanyPick.tsx'
import { actions } from '#features/domain-search/rules.ts'
import { BulkBar } from '#kit/web/BulkBar.tsx'
import { DayInput } from '#kit/web/DayInput.tsx'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { Lightbox } from '#kit/web/Lightbox.tsx'
import { LoadingRows } from '#kit/web/Loading.tsx'
import { FieldRow } from '#kit/web/FieldRow.tsx'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import { SearchBox } from '#kit/web/SearchBox.tsx'
import { delays } from '#kit/web/delays.ts'
import { Segments } from '#kit/web/Segments.tsx'
import { useEndOfList } from '#kit/web/use-infinite-list.ts'
import { retryOf } from '#kit/web/use-list.ts'
import { DomainCard } from './DomainCard.tsx'
import { DomainList } from './DomainList.tsx'
import classes from './DomainSearch.module.css'
import { searchedTexts as texts } from './texts.ts'
import { useCardKeys } from './use-card-keys.ts'
import { type SearchedDomains, searchedViews, type View, useSearchedDomains } from './use-searched-domains.ts'

/** Searched Domains (S-095 to S-097): the look-alikes that were found, to be decided about with one key each. */
export function SearchedDomainsScreen() {
  const domains = useSearchedDomains()
  const { selected, decide, takeBack, isDecided, selectNone } = domains
  return (
    <PageFrame title={texts.title} views={searchedViews}>
      <Filters domains={domains} />
      {selected.length > 0 ? (
        <BulkBar summary={texts.selected(selected.length)} onClear={selectNone}>
          <Group gap={6}>
            {isDecided ? (
              <Button size="compact-sm" onClick={() => void takeBack(selected)}>
                {texts.undo}
              </Button>
            ) : (
              actions.map((action) => (
                <Button
                  key={action}
                  size="compact-sm"
                  variant={action === 'high' ? 'filled' : 'default'}
                  onClick={() => decide(action, selected)}
                >
                  {texts[action]}
                </Button>
              ))
            )}
          </Group>
        </BulkBar>
      ) : null}
      <Found domains={domains} />
    </PageFrame>
  )
}

const appearance = { w: 136, size: 'xs', isBare: true }

function Filters({ domains }: { domains: SearchedDomains }) {
  const { filters, change, view, setView, isDecided, setDecided, total, list } = domains
  const company = useFilterCompany(filters.company)
  const brand = useFilterBrand(filters.brand)
  return (
    <FieldRow className={classes['filters']}>
      <SearchBox hasButton label={texts.search} text={filters.search ?? ''} onText={(search) => change({ search })} />
      <CompanyPick
        chosen={company}
        clearable
        appearance={{ ...appearance, placeholder: texts.company }}
        choose={(one) => change({ company: one?.id ?? '', brand: '' })}
      />
      <BrandPick
        companyId={filters.company}
        chosen={brand}
        clearable
        appearance={{ ...appearance, placeholder: texts.brand }}
        choose={(one) => change({ brand: one?.id ?? '' })}
      />
      <div className={classes['day']}>
        <Text size="xs" c="dimmed" aria-hidden>
          {texts.date}
        </Text>
        <DayInput
          size="xs"
          w={150}
          label={texts.date}
          labelProps={{ className: 'visually-hidden' }}
          value={filters.date ?? ''}
          onDay={(date) => change({ date })}
        />
      </div>
      <Segments
        label={texts.which}
        choices={[
          { value: 'false', label: texts.toDecide },
          { value: 'true', label: texts.decided },
        ]}
        value={String(isDecided)}
        onChange={(next) => setDecided(next === 'true')}
      />
      <Segments<View>
        label={texts.view}
        choices={[
          { value: 'grid', label: texts.grid },
          { value: 'list', label: texts.list },
        ]}
        value={view}
        onChange={setView}
      />
      <Text size="sm" c="dimmed" role="status" data-testid="record-count">
        {list.state === 'first' ? ' ' : texts.count(total)}
      </Text>
    </FieldRow>
  )
}

function Found({ domains }: { domains: SearchedDomains }) {
  const { list, rows, selected, decide, takeBack, undoLast, isDecided, toggle, selectNone } = domains
  const box = useRef<HTMLDivElement>(null)
  const [enlarged, setEnlarged] = useState<string>()
  const end = useEndOfList(
    {
      hasNextPage: list.hasMore,
      isFetchingNextPage: list.growing,
      fetchNextPage: async () => list.more() as never,
      isFetchNextPageError: list.error !== undefined,
    },
    { wait: delays.scroll, fillsWindow: true },
  )
  const pictures = rows.flatMap(({ id, imageUrl, domain }) =>
    imageUrl === null ? [] : [{ id, source: imageUrl, caption: domain }],
  )
  useCardKeys({
    ids: rows.map(({ id }) => id),
    box,
    onDecide: isDecided ? undefined : (action, id) => decide(action, selected.includes(id) ? selected : [id]),
    onUndo: (id) => {
      if (!isDecided) undoLast()
      else if (id !== undefined) void takeBack(selected.includes(id) ? selected : [id])
    },
    onSelect: toggle,
    onOpen: (id) => {
      if (pictures.some((picture) => picture.id === id)) setEnlarged(id)
    },
    onClear: selectNone,
  })
  const showPicture = (id: string | undefined) => {
    setEnlarged(id)
    // Back to the card, so that the next key decides about it.
    if (id === undefined) box.current?.querySelector<HTMLElement>(`[data-card="${enlarged}"]`)?.focus()
  }
  if (rows.length === 0) return <InsteadOfCards domains={domains} />
  return (
    <div ref={box} aria-busy={list.state === 'reloading'}>
      <Text size="xs" c="dimmed" px={16} pt={8} visibleFrom="sm">
        {isDecided ? texts.keysOfDecided : texts.keys}
      </Text>
      <Domains domains={domains} enlarge={setEnlarged} />
      <div ref={end} className={classes['end']}>
        {list.hasMore ? (
          <Button size="xs" variant="default" loading={list.growing} onClick={list.more}>
            {texts.more}
          </Button>
        ) : null}
        {list.error !== undefined && list.state !== 'reloading' ? (
          <ErrorState error={list.error} retry={retryOf(list)} />
        ) : null}
      </div>
      {/* Only while it is open: it takes the arrow keys. */}
      {enlarged === undefined ? null : <Lightbox pictures={pictures} open={enlarged} onOpen={showPicture} />}
    </div>
  )
}

function Domains({ domains, enlarge }: { domains: SearchedDomains; enlarge: (id: string) => void }) {
  const { rows, view, selected, decide, takeBack, toggle } = domains
  if (view === 'list') {
    return (
      <DomainList
        rows={rows}
        selected={selected}
        decide={(action, id) => decide(action, [id])}
        takeBack={(id) => void takeBack([id])}
        toggle={toggle}
      />
    )
  }
  const chosen = new Set(selected)
  return (
    <div className={classes['grid']}>
      {rows.map((domain) => (
        <DomainCard
          key={domain.id}
          domain={domain}
          isSelected={chosen.has(domain.id)}
          decide={(action) => decide(action, [domain.id])}
          takeBack={() => void takeBack([domain.id])}
          toggle={() => toggle(domain.id)}
          enlarge={() => enlarge(domain.id)}
        />
      ))}
    </div>
  )
}

function InsteadOfCards({ domains: { list, filters, clear, isDecided } }: { domains: SearchedDomains }) {
  if (list.state === 'first') return <LoadingRows rows={4} height={120} />
  if (list.state === 'failed') return <ErrorState error={list.error} retry={list.reload} />
  if (Object.keys(filters).length === 0) {
    if (isDecided) return <EmptyState title={texts.noneDecided} hint={texts.noneDecidedHint} />
    return <EmptyState title={texts.none} hint={texts.noneHint} />
  }
  return (
    <EmptyState title={texts.noMatch} hint={texts.noMatchHint}>
      <Button size="xs" variant="default" onClick={() => clear()}>
        {texts.clear}
      </Button>
    </EmptyState>
  )
}
